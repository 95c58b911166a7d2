"""What a delivered request, or a reminder that somebody else set, says beside its text. Pure."""

from __future__ import annotations

from agent.words import say
from bot.request_answer import RequestAnswer, Unanswered

ASKED = {
    "en": "You asked: ",
    "de": "Du wolltest: ",
    "es": "Pediste: ",
    "fr": "Tu as demandé : ",
    "it": "Hai chiesto: ",
    "nl": "Je vroeg: ",
    "pt": "Você pediu: ",
}
SET_BY = {
    "en": " (set by <@{author}>)",
    "de": " (gesetzt von <@{author}>)",
    "es": " (puesto por <@{author}>)",
    "fr": " (noté par <@{author}>)",
    "it": " (impostato da <@{author}>)",
    "nl": " (ingesteld door <@{author}>)",
    "pt": " (definido por <@{author}>)",
}
UNANSWERED = {
    Unanswered.ENGINE: {
        "en": "I could not work on it, because the language model is not running or has too much to "
        "do, so here is your request as a plain reminder.",
        "de": "Ich konnte es nicht bearbeiten, weil das Sprachmodell nicht läuft oder zu viel zu tun "
        "hat; hier ist deine Bitte als einfache Erinnerung.",
        "es": "No pude hacerlo, porque el modelo de lenguaje no funciona o tiene demasiado que "
        "hacer; aquí tienes tu petición como simple recordatorio.",
        "fr": "Je n’ai pas pu m’en occuper, car le modèle de langage ne tourne pas ou a trop à faire "
        "; voici ta demande comme simple rappel.",
        "it": "Non ho potuto occuparmene, perché il modello linguistico non è attivo o ha troppo da "
        "fare; ecco la tua richiesta come semplice promemoria.",
        "nl": "Ik kon er niet aan werken, omdat het taalmodel niet draait of te veel te doen heeft; "
        "hier is je verzoek als gewone herinnering.",
        "pt": "Não pude fazer isso, porque o modelo de linguagem não está rodando ou tem trabalho "
        "demais; aqui está o seu pedido como simples lembrete.",
    },
    Unanswered.FAILED: {
        "en": "I could not get it done, so here is your request as a plain reminder.",
        "de": "Ich habe es nicht geschafft; hier ist deine Bitte als einfache Erinnerung.",
        "es": "No lo conseguí; aquí tienes tu petición como simple recordatorio.",
        "fr": "Je n’y suis pas arrivé ; voici ta demande comme simple rappel.",
        "it": "Non ci sono riuscito; ecco la tua richiesta come semplice promemoria.",
        "nl": "Het is me niet gelukt; hier is je verzoek als gewone herinnering.",
        "pt": "Não consegui; aqui está o seu pedido como simples lembrete.",
    },
    Unanswered.INTERRUPTED: {
        "en": "I was interrupted while I worked on it and do not do it twice, so here is your "
        "request as a plain reminder.",
        "de": "Ich wurde dabei unterbrochen und mache es nicht zweimal; hier ist deine Bitte als "
        "einfache Erinnerung.",
        "es": "Me interrumpieron mientras lo hacía y no lo hago dos veces; aquí tienes tu petición "
        "como simple recordatorio.",
        "fr": "J’ai été interrompu et je ne le fais pas deux fois ; voici ta demande comme simple rappel.",
        "it": "Sono stato interrotto e non lo faccio due volte; ecco la tua richiesta come semplice "
        "promemoria.",
        "nl": "Ik werd daarbij onderbroken en doe het geen twee keer; hier is je verzoek als gewone "
        "herinnering.",
        "pt": "Fui interrompido e não faço duas vezes; aqui está o seu pedido como simples lembrete.",
    },
    Unanswered.NOT_ALLOWED: {
        "en": "I may not work for you any more, so here is your request as a plain reminder.",
        "de": "Ich darf nicht mehr für dich arbeiten; hier ist deine Bitte als einfache Erinnerung.",
        "es": "Ya no puedo trabajar para ti; aquí tienes tu petición como simple recordatorio.",
        "fr": "Je ne peux plus travailler pour toi ; voici ta demande comme simple rappel.",
        "it": "Non posso più lavorare per te; ecco la tua richiesta come semplice promemoria.",
        "nl": "Ik mag niet meer voor je werken; hier is je verzoek als gewone herinnering.",
        "pt": "Não posso mais trabalhar para você; aqui está o seu pedido como simples lembrete.",
    },
}


def asked(language: str) -> str:
    """Stands before a request, above what became of it."""
    return say(ASKED, language)


def set_by(author_id: int, language: str) -> str:
    """Names who set a reminder that is for somebody else."""
    return say(SET_BY, language).format(author=author_id)


def outcome(answer: RequestAnswer, language: str) -> str:
    """What became of a request: what the turn said, or the sentence for why there is nothing."""
    if answer.unanswered is None:
        return answer.text
    return say(UNANSWERED[answer.unanswered], language)
