import { productTitle } from '@stationmaster/contract'
import type { MailTexts } from '../mail-text.ts'

const day = 'Der Link gilt einmal und 24 Stunden lang.'

export const de: MailTexts = {
  texts: {
    'confirm-email': {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      lead: [
        'Willkommen. Ein Schritt fehlt noch: Bestätigen Sie, dass diese Adresse Ihnen gehört. Danach können Sie sich anmelden.',
      ],
      button: 'E-Mail bestätigen',
      note: `${day} Falls Sie sich nicht registriert haben, ignorieren Sie diese Nachricht. Es geschieht dann nichts.`,
    },
    'confirm-new-email': {
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
      lead: [
        'Sie möchten diese Adresse für Ihr Konto verwenden. Bis Sie sie bestätigen, gilt weiter Ihre bisherige Adresse.',
      ],
      button: 'E-Mail bestätigen',
      note: `${day} Falls Sie das nicht waren, ignorieren Sie diese Nachricht. Es ändert sich dann nichts.`,
    },
    'already-signed-up': {
      subject: 'Sie haben bereits ein Konto',
      lead: [
        'Jemand, vermutlich Sie selbst, hat sich soeben mit dieser Adresse registriert. Sie gehört aber schon zu einem Konto, deshalb wurde kein neues angelegt.',
        'Sie können sich mit dieser Adresse anmelden. Falls Sie das Passwort vergessen haben, legen Sie ein neues fest.',
      ],
      button: 'Neues Passwort festlegen',
      note: 'Falls Sie das nicht waren, ignorieren Sie diese Nachricht: Es hat sich nichts geändert.',
    },
    'login-taken': {
      subject: 'Bitte wählen Sie einen anderen Benutzernamen',
      lead: [
        'Sie wollten sich registrieren, aber der gewählte Benutzername gehört schon jemand anderem. Bitte registrieren Sie sich noch einmal mit einem anderen.',
      ],
      button: 'Noch einmal registrieren',
      note: 'Falls Sie das nicht waren, ignorieren Sie diese Nachricht: Es wurde kein Konto angelegt.',
    },
    'email-in-use': {
      subject: 'Diese Adresse wird schon verwendet',
      lead: [
        'Jemand wollte diese Adresse für ein anderes Konto verwenden. Sie gehört schon zu Ihrem Konto, deshalb wurde nichts geändert.',
      ],
      note: 'Falls Sie das waren: Melden Sie sich im Konto dieser Adresse an oder wählen Sie eine andere Adresse.',
    },
    'recover-password': {
      subject: 'Neues Passwort festlegen',
      lead: [
        'Jemand, vermutlich Sie selbst, hat für das Konto dieser Adresse ein neues Passwort angefordert.',
      ],
      button: 'Neues Passwort festlegen',
      note: 'Der Link gilt einmal und 30 Minuten lang. Falls Sie das nicht waren, ignorieren Sie diese Nachricht: Ihr Passwort bleibt, wie es ist.',
    },
    'password-changed': {
      subject: 'Ihr Passwort wurde geändert',
      lead: ['Das Passwort Ihres Kontos wurde soeben geändert. Andere Geräte wurden abgemeldet.'],
      button: 'Neues Passwort festlegen',
      note: 'Falls Sie das nicht waren, legen Sie sofort ein neues Passwort fest und sagen Sie Ihrem Betreiber Bescheid.',
    },
    'email-changed': {
      subject: 'Ihre E-Mail-Adresse wurde geändert',
      lead: [
        'Ihr Konto hat jetzt eine andere E-Mail-Adresse. Dies ist die letzte Nachricht an die bisherige.',
      ],
      note: 'Falls Sie das nicht waren, sagen Sie Ihrem Betreiber sofort Bescheid.',
    },
    'sign-in-linked': {
      subject: 'Neue Anmeldung für Ihr Konto',
      lead: [
        'Bei Ihrem Konto kann man sich jetzt auch mit einem Konto bei einem anderen Anbieter anmelden, das diese E-Mail-Adresse hat. Alles andere bleibt, wie es war.',
      ],
      button: 'Neues Passwort setzen',
      note: 'Wenn Sie das nicht waren: Setzen Sie ein neues Passwort, entfernen Sie diese Anmeldung in Ihrem Profil und sagen Sie Ihrem Betreiber Bescheid.',
    },
    notice: {
      subject: 'Neue Benachrichtigungen',
      lead: ['Es gibt Neues für Sie:'],
      button: `In ${productTitle} öffnen`,
      note: 'Sie erhalten diese E-Mail, weil Sie Benachrichtigungen per E-Mail gewählt haben. Ändern können Sie das in Ihrem Profil: {origin}/crm/profile',
    },
  },
  more: 'Weitere Benachrichtigungen:',
  copyLink: 'Falls die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:',
  sentBy: `Gesendet von ${productTitle} unter`,
}
