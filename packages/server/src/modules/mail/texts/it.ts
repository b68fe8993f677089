import { productTitle } from '@stationmaster/contract'
import type { MailTexts } from '../mail-text.ts'

const day = 'Il link funziona una sola volta, per 24 ore.'

export const it: MailTexts = {
  texts: {
    'confirm-email': {
      subject: 'Conferma la tua e-mail',
      lead: ['Benvenuto. Manca un passo: conferma che questo indirizzo è tuo, poi potrai accedere.'],
      button: 'Conferma l’e-mail',
      note: `${day} Se non ti sei registrato, ignora questa e-mail.`,
    },
    'confirm-new-email': {
      subject: 'Conferma la tua nuova e-mail',
      lead: [
        'Vuoi usare questo indirizzo per il tuo account. Finché non lo confermi, resta valido quello vecchio.',
      ],
      button: 'Conferma l’e-mail',
      note: `${day} Se non sei stato tu, ignora questa e-mail: non cambierà nulla.`,
    },
    'already-signed-up': {
      subject: 'Hai già un account',
      lead: [
        'Qualcuno, probabilmente tu, si è appena registrato con questo indirizzo. Appartiene già a un account, quindi non ne è stato creato uno nuovo.',
        'Puoi accedere con questo indirizzo. Se hai dimenticato la password, impostane una nuova.',
      ],
      button: 'Imposta una nuova password',
      note: 'Se non sei stato tu, ignora questa e-mail: non è cambiato nulla.',
    },
    'login-taken': {
      subject: 'Scegli un altro nome utente',
      lead: [
        'Volevi registrarti, ma il nome utente scelto è già in uso. Registrati di nuovo con un altro nome.',
      ],
      button: 'Registrati di nuovo',
      note: 'Se non sei stato tu, ignora questa e-mail: non è stato creato nessun account.',
    },
    'email-in-use': {
      subject: 'Questo indirizzo è già in uso',
      lead: [
        'Qualcuno voleva usare questo indirizzo per un altro account. Appartiene già al tuo account, quindi non è stato modificato nulla.',
      ],
      note: 'Se sei stato tu: accedi all’account di questo indirizzo oppure scegline un altro.',
    },
    'recover-password': {
      subject: 'Imposta una nuova password',
      lead: ['Qualcuno, probabilmente tu, ha chiesto una nuova password per l’account di questo indirizzo.'],
      button: 'Imposta una nuova password',
      note: 'Il link funziona una sola volta, per 30 minuti. Se non sei stato tu, ignora questa e-mail: la tua password resta invariata.',
    },
    'password-changed': {
      subject: 'La tua password è stata cambiata',
      lead: [
        'La password del tuo account è appena stata cambiata. Gli altri dispositivi sono stati disconnessi.',
      ],
      button: 'Imposta una nuova password',
      note: 'Se non sei stato tu, imposta subito una nuova password e avvisa il tuo gestore.',
    },
    'email-changed': {
      subject: 'La tua e-mail è stata cambiata',
      lead: ['Il tuo account ha ora un altro indirizzo e-mail. Questa è l’ultima e-mail a quello vecchio.'],
      note: 'Se non sei stato tu, avvisa subito il tuo gestore.',
    },
    'sign-in-linked': {
      subject: 'Una nuova modalità di accesso al tuo account',
      lead: [
        'Ora puoi accedere anche con un account di un altro fornitore che ha questo indirizzo e-mail. Non è cambiato nient’altro.',
      ],
      button: 'Imposta una nuova password',
      note: 'Se non sei stato tu, imposta una nuova password, rimuovi l’account collegato nel tuo profilo e avvisa il tuo gestore.',
    },
    notice: {
      subject: 'Nuove notifiche',
      lead: ['Hai nuove notifiche:'],
      button: `Apri in ${productTitle}`,
      note: 'Ricevi questa e-mail perché hai scelto di ricevere le notifiche per e-mail. Modifica questa scelta nel tuo profilo: {origin}/crm/profile',
    },
  },
  more: 'Altre notifiche:',
  copyLink: 'Se il pulsante non funziona, copia questo indirizzo nel browser:',
  sentBy: `Inviato da ${productTitle} all’indirizzo`,
}
