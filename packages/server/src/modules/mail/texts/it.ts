import { productTitle } from '@stationmaster/contract'
import type { MailTexts } from '../mail-text.ts'

const day = 'Il link può essere usato una sola volta ed è valido 24 ore.'

export const it: MailTexts = {
  texts: {
    'confirm-email': {
      subject: 'Conferma il tuo indirizzo e-mail',
      lead: ['Benvenuto. Manca un passo: conferma che questo indirizzo è tuo, poi potrai accedere.'],
      button: 'Conferma l’indirizzo e-mail',
      note: `${day} Se non ti sei registrato, ignora questa e-mail.`,
    },
    'confirm-new-email': {
      subject: 'Conferma il tuo nuovo indirizzo e-mail',
      lead: [
        'Vuoi usare questo indirizzo per il tuo account. Finché non lo confermi, resta valido quello vecchio.',
      ],
      button: 'Conferma l’indirizzo e-mail',
      note: `${day} Se non sei stato tu, ignora questa e-mail: non cambierà nulla.`,
    },
    'already-signed-up': {
      subject: 'Hai già un account',
      lead: [
        'Qualcuno, probabilmente tu, si è appena registrato con questo indirizzo. È già associato a un account, quindi non ne è stato creato uno nuovo.',
        'Puoi accedere con questo indirizzo. Se hai dimenticato la password, impostane una nuova.',
      ],
      button: 'Imposta una nuova password',
      note: 'Se non sei stato tu, ignora questa e-mail: non è cambiato nulla.',
    },
    'login-taken': {
      subject: 'Scegli un altro nome utente',
      lead: [
        'Hai provato a registrarti, ma il nome utente scelto è già in uso. Registrati di nuovo con un altro nome.',
      ],
      button: 'Registrati di nuovo',
      note: 'Se non sei stato tu, ignora questa e-mail: non è stato creato nessun account.',
    },
    'email-in-use': {
      subject: 'Questo indirizzo è già in uso',
      lead: [
        'Qualcuno ha provato a usare questo indirizzo per un altro account. È già associato al tuo account, quindi non è stato modificato nulla.',
      ],
      note: 'Se sei stato tu, accedi all’account associato a questo indirizzo oppure scegli un altro indirizzo.',
    },
    'recover-password': {
      subject: 'Imposta una nuova password',
      lead: [
        'Qualcuno, probabilmente tu, ha richiesto una nuova password per l’account associato a questo indirizzo.',
      ],
      button: 'Imposta una nuova password',
      note: 'Il link può essere usato una sola volta ed è valido 30 minuti. Se non sei stato tu, ignora questa e-mail: la tua password resta invariata.',
    },
    'password-changed': {
      subject: 'La tua password è stata cambiata',
      lead: [
        'La password del tuo account è appena stata cambiata. Gli altri dispositivi sono stati disconnessi.',
      ],
      button: 'Imposta una nuova password',
      note: 'Se non sei stato tu, imposta subito una nuova password e contatta il tuo gestore.',
    },
    'email-changed': {
      subject: 'Il tuo indirizzo e-mail è stato cambiato',
      lead: [
        'Il tuo account ha ora un altro indirizzo e-mail. Questa è l’ultima e-mail inviata al vecchio indirizzo.',
      ],
      note: 'Se non sei stato tu, contatta subito il tuo gestore.',
    },
    'sign-in-linked': {
      subject: 'Una nuova modalità di accesso al tuo account',
      lead: [
        'Ora puoi accedere anche con il tuo account presso un altro fornitore, associato a questo indirizzo e-mail. Non è cambiato nient’altro.',
      ],
      button: 'Imposta una nuova password',
      note: 'Se non sei stato tu, imposta una nuova password, rimuovi l’account collegato nel tuo profilo e contatta il tuo gestore.',
    },
    notice: {
      subject: 'Nuove notifiche',
      lead: ['Hai nuove notifiche:'],
      button: `Apri in ${productTitle}`,
      note: 'Ricevi questa e-mail perché hai scelto di ricevere le notifiche per e-mail. Modifica questa scelta nel tuo profilo: {origin}/crm/profile',
    },
    incident: {
      subject: 'Nuovi incidenti',
      lead: ['Incidenti che ti riguardano:'],
      button: `Apri in ${productTitle}`,
      note: 'Ricevi questa e-mail perché hai scelto di essere avvisato degli incidenti. Modifica questa scelta nel tuo profilo: {origin}/crm/profile',
    },
    invoice: {
      subject: 'La tua fattura',
      lead: ['In allegato trovi i documenti della tua fattura.'],
      note: 'Per qualsiasi domanda rispondi a questa e-mail: ti risponderà il venditore.',
    },
    'payment-reminder': {
      subject: 'Sollecito di pagamento per la fattura',
      lead: [
        'Non abbiamo ancora ricevuto il pagamento completo di questa fattura. Se nel frattempo hai già pagato, ignora questo sollecito. I documenti della fattura sono allegati.',
      ],
      note: 'Per qualsiasi domanda rispondi a questa e-mail: ti risponderà il venditore.',
    },
    'guest-charge': {
      subject: 'La tua sessione di ricarica',
      lead: [
        'Con questo link vedi la tua sessione di ricarica e la ricevuta. Se la sessione è terminata ed è stata addebitata, la fattura è allegata.',
      ],
      button: 'Apri la sessione di ricarica',
      note: 'Chiunque abbia il link vede questa sessione. È valido fino a 30 giorni dopo la sessione. Se non hai ricaricato, ignora questa e-mail.',
    },
  },
  more: 'Altre notifiche:',
  copyLink: 'Se il pulsante non funziona, copia questo indirizzo nel browser:',
  sentBy: `Inviato da ${productTitle} all’indirizzo`,
}
