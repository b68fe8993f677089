import { productTitle } from '@stationmaster/contract'
import type { MailTexts } from '../mail-text.ts'

const day = 'Der Link kann einmal verwendet werden und ist 24 Stunden gültig.'

export const de: MailTexts = {
  texts: {
    'confirm-email': {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      lead: [
        'Willkommen. Ein Schritt fehlt noch: Bestätigen Sie, dass diese Adresse Ihnen gehört. Danach können Sie sich anmelden.',
      ],
      button: 'E-Mail-Adresse bestätigen',
      note: `${day} Falls Sie sich nicht registriert haben, ignorieren Sie diese E-Mail.`,
    },
    'confirm-new-email': {
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
      lead: [
        'Sie möchten diese Adresse für Ihr Konto verwenden. Bis Sie sie bestätigen, gilt weiter Ihre bisherige Adresse.',
      ],
      button: 'E-Mail-Adresse bestätigen',
      note: `${day} Falls Sie das nicht waren, ignorieren Sie diese E-Mail; es ändert sich dann nichts.`,
    },
    'already-signed-up': {
      subject: 'Sie haben bereits ein Konto',
      lead: [
        'Jemand, vermutlich Sie selbst, hat sich soeben mit dieser Adresse registriert. Sie gehört bereits zu einem Konto, deshalb wurde kein neues angelegt.',
        'Sie können sich mit dieser Adresse anmelden. Falls Sie das Passwort vergessen haben, legen Sie ein neues fest.',
      ],
      button: 'Neues Passwort festlegen',
      note: 'Falls Sie das nicht waren, ignorieren Sie diese E-Mail: Es hat sich nichts geändert.',
    },
    'login-taken': {
      subject: 'Bitte wählen Sie einen anderen Benutzernamen',
      lead: [
        'Sie haben versucht, sich zu registrieren, aber der gewählte Benutzername ist bereits vergeben. Bitte registrieren Sie sich erneut mit einem anderen.',
      ],
      button: 'Erneut registrieren',
      note: 'Falls Sie das nicht waren, ignorieren Sie diese E-Mail: Es wurde kein Konto angelegt.',
    },
    'email-in-use': {
      subject: 'Diese Adresse wird bereits verwendet',
      lead: [
        'Jemand hat versucht, diese Adresse für ein anderes Konto zu verwenden. Sie gehört bereits zu Ihrem Konto, deshalb wurde nichts geändert.',
      ],
      note: 'Falls Sie das waren, melden Sie sich bei dem Konto mit dieser Adresse an oder wählen Sie eine andere Adresse.',
    },
    'recover-password': {
      subject: 'Neues Passwort festlegen',
      lead: [
        'Jemand, vermutlich Sie selbst, hat für das Konto mit dieser Adresse ein neues Passwort angefordert.',
      ],
      button: 'Neues Passwort festlegen',
      note: 'Der Link kann einmal verwendet werden und ist 30 Minuten gültig. Falls Sie das nicht waren, ignorieren Sie diese E-Mail: Ihr Passwort bleibt unverändert.',
    },
    'password-changed': {
      subject: 'Ihr Passwort wurde geändert',
      lead: ['Das Passwort Ihres Kontos wurde soeben geändert. Andere Geräte wurden abgemeldet.'],
      button: 'Neues Passwort festlegen',
      note: 'Falls Sie das nicht waren, legen Sie sofort ein neues Passwort fest und informieren Sie Ihren Betreiber.',
    },
    'email-changed': {
      subject: 'Ihre E-Mail-Adresse wurde geändert',
      lead: ['Ihr Konto hat jetzt eine andere E-Mail-Adresse. Dies ist die letzte E-Mail an die bisherige.'],
      note: 'Falls Sie das nicht waren, informieren Sie sofort Ihren Betreiber.',
    },
    'sign-in-linked': {
      subject: 'Neue Anmeldemöglichkeit für Ihr Konto',
      lead: [
        'Sie können sich jetzt auch mit Ihrem Konto bei einem anderen Anbieter anmelden, das diese E-Mail-Adresse verwendet. Sonst hat sich nichts geändert.',
      ],
      button: 'Neues Passwort festlegen',
      note: 'Falls Sie das nicht waren, legen Sie ein neues Passwort fest, entfernen Sie das verknüpfte Konto in Ihrem Profil und informieren Sie Ihren Betreiber.',
    },
    notice: {
      subject: 'Neue Benachrichtigungen',
      lead: ['Sie haben neue Benachrichtigungen:'],
      button: `In ${productTitle} öffnen`,
      note: 'Sie erhalten diese E-Mail, weil Sie Benachrichtigungen per E-Mail gewählt haben. Das können Sie in Ihrem Profil ändern: {origin}/crm/profile',
    },
    incident: {
      subject: 'Neue Vorfälle',
      lead: ['Vorfälle, die Sie betreffen:'],
      button: `In ${productTitle} öffnen`,
      note: 'Sie erhalten diese E-Mail, weil Sie über Vorfälle benachrichtigt werden möchten. Das können Sie in Ihrem Profil ändern: {origin}/crm/profile',
    },
    invoice: {
      subject: 'Ihre Rechnung',
      lead: ['Anbei erhalten Sie die Dokumente zu Ihrer Rechnung.'],
      note: 'Fragen dazu beantwortet der Rechnungssteller: Antworten Sie einfach auf diese E-Mail.',
    },
    'payment-reminder': {
      subject: 'Zahlungserinnerung zu Rechnung',
      lead: [
        'Zu dieser Rechnung ist noch keine vollständige Zahlung eingegangen. Falls Sie inzwischen gezahlt haben, betrachten Sie diese Erinnerung als gegenstandslos. Die Dokumente der Rechnung sind beigefügt.',
      ],
      note: 'Fragen dazu beantwortet der Rechnungssteller: Antworten Sie einfach auf diese E-Mail.',
    },
    'guest-charge': {
      subject: 'Ihr Ladevorgang',
      lead: [
        'Über diesen Link sehen Sie Ihren Ladevorgang und den Beleg. Ist der Ladevorgang beendet und berechnet, liegt die Rechnung bei.',
      ],
      button: 'Ladevorgang öffnen',
      note: 'Wer den Link hat, sieht diesen Ladevorgang. Er gilt bis 30 Tage nach dem Ladevorgang. Falls Sie nicht geladen haben, ignorieren Sie diese E-Mail.',
    },
  },
  more: 'Weitere Benachrichtigungen:',
  copyLink: 'Falls die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:',
  sentBy: `Gesendet von ${productTitle} unter`,
}
