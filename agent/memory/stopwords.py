"""Words that say nothing by themselves, in the languages of the sentence encoder that people here write most.

Data only, folded as `terms.folded` does. Question words, pronouns, articles, prepositions, auxiliaries.
"""

from __future__ import annotations

_ENGLISH = """
a about after again all also am an and any are as at be because been before being both but by can
could did do does doing done for from get gets got had has have having he her here hers him his how
i if in into is it its itself just let like ll may me mine might more most much my myself no nor not
now of off on once one only or other our ours out over own please re same shall she should so some
still such than that the their theirs them then there these they thing things this those through to
too under until up us ve very was we were what when where which while who whom whose why will with
would you your yours tell know say said remember don doesn didn isn wasn aren weren won wouldn
couldn shouldn hasn haven anyone someone anything something ever again
"""
_GERMAN = """
aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim bin bis
bist bitte da damit dann das dass dein deine deinem deinen deiner dem den denn der des dich die dies
diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er es
etwas euch euer eure fur gegen gibt hab habe haben hast hat hatte hatten hier hin hinter ich ihm ihn
ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem jeden jeder jedes jetzt kann kannst
konnen konnte mach machen mal man mehr mein meine meinem meinen meiner mich mir mit muss mussen nach
nicht nichts noch nun nur ob oder ohne schon sehr sein seine seinem seinen seiner seit sich sie sind
so soll sollen sollte sonst uber um und uns unser unsere unserem unseren unter viel vom von vor wann
war waren warst warum was weil welche welchem welchen welcher welches wem wen wenn wer werde werden
wessen weiss weisst wie wieder will willst wir wird wirst wo wohin womit wollen worden wurde wurden
zu zum zur zwischen eigentlich nochmal sag sagen gesagt wieviel
"""
_FRENCH = """
ai as au aux avec ce ces cet cette comme dans de des du elle elles en est et etaient etait ete etre
eu eux fait il ils je la le les leur leurs lui ma mais me meme mes moi mon ne nos notre nous on ont
ou par pas plus pour qu quand que quel quelle quelles quels qui quoi sa sans se ses si son sont sur
ta te tes toi ton tu un une vos votre vous combien comment pourquoi ici
"""
_SPANISH = """
al algo como con cual cuales cuando cuanto de del desde donde dos el ella ellas ellos en entre era
es esa ese eso esta estan estas este esto fue ha han hasta hay la las le les lo los mas me mi mis
muy no nos o para pero por porque que quien quienes se ser si sin sobre son su sus tambien te tiene
tu tus un una uno y ya yo
"""
_ITALIAN = """
agli ai al alla alle anche che chi ci come con cosa da dal dalla dei del della delle di dove e ed
era gli ha hai hanno ho i il in io la le lei lo loro lui ma mi mia mie miei mio nei nel nella non o
per perche piu quale quali quando quanto questa questo se si sono sua sue sul sulla suo tra tu tua
tuo un una uno
"""
_DUTCH = """
aan al als bij dan dat de der deze die dit door een en er ge haar had heb hebben heeft hem het hij
hoe hun ik in is je kan maar me meer met mijn moet na naar niet nog nu of om omdat onder ons ook op
over te toen tot uit van veel voor waar waarom wanneer want waren was wat we wel welke werd wie wij
worden zal ze zei zich zij zijn zo zou
"""
_PORTUGUESE = """
ao aos as com como da das de dela dele do dos e ela elas ele eles em era essa esse esta este eu foi
ha isso isto ja la lhe mais mas me meu meus minha minhas muito na nao nas no nos o onde os ou para
pela pelo por porque qual quais quando quanto que quem se sem ser seu seus sua suas tambem te tem um
uma voce
"""

STOPWORDS = frozenset(f"{_ENGLISH} {_GERMAN} {_FRENCH} {_SPANISH} {_ITALIAN} {_DUTCH} {_PORTUGUESE}".split())
