import { productTitle } from '@stationmaster/contract'
import type { MailTexts } from '../mail-text.ts'

const day = 'De link werkt één keer en is 24 uur geldig.'

export const nl: MailTexts = {
  texts: {
    'confirm-email': {
      subject: 'Bevestig je e-mailadres',
      lead: ['Welkom. Nog één stap: bevestig dat dit adres van jou is. Daarna kun je je aanmelden.'],
      button: 'E-mailadres bevestigen',
      note: `${day} Heb je je niet geregistreerd? Negeer dan deze e-mail.`,
    },
    'confirm-new-email': {
      subject: 'Bevestig je nieuwe e-mailadres',
      lead: [
        'Je wilt dit adres voor je account gebruiken. Tot je het bevestigt, blijft je oude adres gelden.',
      ],
      button: 'E-mailadres bevestigen',
      note: `${day} Was jij dit niet? Negeer dan deze e-mail; er verandert niets.`,
    },
    'already-signed-up': {
      subject: 'Je hebt al een account',
      lead: [
        'Iemand, waarschijnlijk jijzelf, heeft zich zojuist met dit adres geregistreerd. Het hoort al bij een account, dus er is geen nieuw account gemaakt.',
        'Je kunt je met dit adres aanmelden. Ben je het wachtwoord vergeten, stel dan een nieuw in.',
      ],
      button: 'Nieuw wachtwoord instellen',
      note: 'Was jij dit niet? Negeer dan deze e-mail: er is niets veranderd.',
    },
    'login-taken': {
      subject: 'Kies een andere gebruikersnaam',
      lead: [
        'Je hebt geprobeerd je te registreren, maar de gekozen gebruikersnaam is al bezet. Registreer je opnieuw met een andere gebruikersnaam.',
      ],
      button: 'Opnieuw registreren',
      note: 'Was jij dit niet? Negeer dan deze e-mail: er is geen account gemaakt.',
    },
    'email-in-use': {
      subject: 'Dit adres is al in gebruik',
      lead: [
        'Iemand heeft geprobeerd dit adres voor een ander account te gebruiken. Het hoort al bij jouw account, dus er is niets gewijzigd.',
      ],
      note: 'Was jij dit? Meld je dan aan bij het account met dit adres of kies een ander adres.',
    },
    'recover-password': {
      subject: 'Nieuw wachtwoord instellen',
      lead: [
        'Iemand, waarschijnlijk jijzelf, heeft een nieuw wachtwoord aangevraagd voor het account met dit adres.',
      ],
      button: 'Nieuw wachtwoord instellen',
      note: 'De link werkt één keer en is 30 minuten geldig. Was jij dit niet? Negeer dan deze e-mail: je wachtwoord blijft ongewijzigd.',
    },
    'password-changed': {
      subject: 'Je wachtwoord is gewijzigd',
      lead: ['Het wachtwoord van je account is zojuist gewijzigd. Andere apparaten zijn afgemeld.'],
      button: 'Nieuw wachtwoord instellen',
      note: 'Was jij dit niet? Stel dan meteen een nieuw wachtwoord in en neem contact op met je exploitant.',
    },
    'email-changed': {
      subject: 'Je e-mailadres is gewijzigd',
      lead: ['Je account heeft nu een ander e-mailadres. Dit is de laatste e-mail aan het oude adres.'],
      note: 'Was jij dit niet? Neem dan meteen contact op met je exploitant.',
    },
    'sign-in-linked': {
      subject: 'Een nieuwe manier om je aan te melden',
      lead: [
        'Je kunt je nu ook aanmelden met je account bij een andere aanbieder dat dit e-mailadres gebruikt. Verder is er niets veranderd.',
      ],
      button: 'Nieuw wachtwoord instellen',
      note: 'Was jij dit niet? Stel dan een nieuw wachtwoord in, verwijder het gekoppelde account in je profiel en neem contact op met je exploitant.',
    },
    notice: {
      subject: 'Nieuwe meldingen',
      lead: ['Je hebt nieuwe meldingen:'],
      button: `Openen in ${productTitle}`,
      note: 'Je ontvangt deze e-mail omdat je ervoor hebt gekozen meldingen per e-mail te ontvangen. Je kunt dit wijzigen in je profiel: {origin}/crm/profile',
    },
    incident: {
      subject: 'Nieuwe incidenten',
      lead: ['Incidenten die jou aangaan:'],
      button: `Openen in ${productTitle}`,
      note: 'Je ontvangt deze e-mail omdat je ervoor hebt gekozen meldingen van incidenten te ontvangen. Je kunt dit wijzigen in je profiel: {origin}/crm/profile',
    },
    invoice: {
      subject: 'Je factuur',
      lead: ['De documenten van je factuur vind je in de bijlage.'],
      note: 'Vragen beantwoordt de verkoper: beantwoord deze e-mail.',
    },
    'payment-reminder': {
      subject: 'Betalingsherinnering voor factuur',
      lead: [
        'We hebben nog geen volledige betaling voor deze factuur ontvangen. Heb je intussen betaald, dan kun je deze herinnering negeren. De documenten van de factuur zijn bijgevoegd.',
      ],
      note: 'Vragen beantwoordt de verkoper: beantwoord deze e-mail.',
    },
    'guest-charge': {
      subject: 'Je laadsessie',
      lead: [
        'Met deze link zie je je laadsessie en het betaalbewijs. Is de sessie beëindigd en in rekening gebracht, dan is de factuur bijgevoegd.',
      ],
      button: 'Laadsessie openen',
      note: 'Iedereen die de link heeft, ziet deze sessie. De link is geldig tot 30 dagen na de sessie. Heb je niet geladen, negeer deze e-mail dan.',
    },
  },
  more: 'Meer meldingen:',
  copyLink: 'Werkt de knop niet? Kopieer dan dit adres naar je browser:',
  sentBy: `Verzonden door ${productTitle} op`,
}
