"""Messages with one series each: the pieces that say it, and the rule in English."""

from __future__ import annotations

MESSAGES = {
    "en": {
        "remind me every day at 8 to drink water": (["every day at 8"], "every day at 08:00"),
        "Remind me to call Ann EVERY FRIDAY at 5:30 p.m.": (
            ["EVERY FRIDAY at 5:30 p.m."],
            "every Friday at 17:30",
        ),
        "every day I forget my keys, remind me at 7 to take them": (
            ["every day", "at 7"],
            "every day at 07:00",
        ),
        "remind me every day to take my pills at 8am": (["every day", "at 8am"], "every day at 08:00"),
        "remind me at 8 to take my pills every day": (["at 8", "every day"], "every day at 08:00"),
        "set a daily reminder for 7:30 pm until deleted": (
            ["daily", "for 7:30 pm until deleted"],
            "every day at 19:30",
        ),
        "please set up a weekly alarm on Mondays at 6": (
            ["weekly", "on Mondays at 6"],
            "every Monday at 06:00",
        ),
        "wake me every weekday at 5": (["every weekday at 5"], "every weekday at 05:00"),
        "remind me every day at 5 to stretch": (["every day at 5"], "every day at 17:00"),
        "remind me every day to take the antibiotics until Friday": (
            ["every day", "until Friday"],
            "every day at 09:00, until 3 April 2026",
        ),
        "remind me every hour to stand up from 9 to 17": (
            ["every hour", "from 9 to 17"],
            "every hour from 09:00 to 17:00",
        ),
        "remind me every 10 minutes until 6pm to check the oven": (
            ["every 10 minutes until 6pm"],
            "every 10 minutes, until 28 March 2026, 18:00",
        ),
        "every day at 10, 12 and 14 remind me to drink": (
            ["every day at 10, 12 and 14"],
            "every day at 10:00, 12:00 and 14:00",
        ),
        "remind me every morning to meditate for 20 minutes": (["every morning"], "every day at 09:00"),
        "set a reminder on 3 May for Ann's birthday and repeat yearly": (
            ["on 3 May", "yearly"],
            "every year on 3 May at 09:00",
        ),
        "remind me every Monday not to forget the bins": (["every Monday"], "every Monday at 09:00"),
        "café déjà vu — every Tuesday at 9": (["every Tuesday at 9"], "every Tuesday at 09:00"),
    },
    "de": {
        "erinnere mich jeden Morgen um 8 ans Wasser": (["jeden Morgen um 8"], "every day at 08:00"),
        "Erinnere mich JEDEN FREITAG um 17:30 Uhr an Anna": (
            ["JEDEN FREITAG um 17:30 Uhr"],
            "every Friday at 17:30",
        ),
        "erinnere mich jeden Tag daran, um 8 die Tabletten zu nehmen": (
            ["jeden Tag", "um 8"],
            "every day at 08:00",
        ),
        "weck mich werktags um 5": (["werktags um 5"], "every weekday at 05:00"),
        "stell einen täglichen Wecker auf 6:45": (["täglichen", "auf 6:45"], "every day at 06:45"),
        "plane täglich einen Alarm um 7:30 Uhr abends ein": (
            ["täglich", "um 7:30 Uhr abends"],
            "every day at 19:30",
        ),
        "größere Grüße: alle zwei Wochen dienstags um 9": (
            ["alle zwei Wochen dienstags um 9"],
            "every other Tuesday at 09:00",
        ),
    },
    "fr": {
        "rappelle-moi tous les jours de boire de l'eau à 8h": (
            ["tous les jours", "à 8h"],
            "every day at 08:00",
        ),
        "réveille-moi tous les jours à 5h": (["tous les jours à 5h"], "every day at 05:00"),
        "mets un rappel quotidien à 7h": (["quotidien à 7h"], "every day at 07:00"),
    },
    "es": {
        "recuérdame todos los días tomar la pastilla a las 8 de la noche": (
            ["todos los días", "a las 8 de la noche"],
            "every day at 20:00",
        ),
        "pon una alarma diaria a las 6:30": (["diaria a las 6:30"], "every day at 06:30"),
        "despiértame de lunes a viernes a las 5": (["de lunes a viernes a las 5"], "every weekday at 05:00"),
    },
    "it": {
        "ricordami ogni giorno di prendere le medicine alle 20": (
            ["ogni giorno", "alle 20"],
            "every day at 20:00",
        ),
        "svegliami ogni giorno alle 5": (["ogni giorno alle 5"], "every day at 05:00"),
    },
    "nl": {
        "herinner me elke dag om 8 uur aan de pillen": (["elke dag om 8 uur"], "every day at 08:00"),
        "herinner me elke zondagavond om de week te plannen": (["elke zondagavond"], "every Sunday at 19:00"),
        "zet een dagelijkse wekker om 6:30": (["dagelijkse", "om 6:30"], "every day at 06:30"),
    },
    "pt": {
        "me lembre todo dia de tomar o remédio às 20h": (["todo dia", "às 20h"], "every day at 20:00"),
        "crie um lembrete diário às 7h": (["diário às 7h"], "every day at 07:00"),
    },
}
