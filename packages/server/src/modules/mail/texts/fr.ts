import { productTitle } from '@stationmaster/contract'
import type { MailTexts } from '../mail-text.ts'

const day = 'Le lien est à usage unique et valable 24 heures.'

export const fr: MailTexts = {
  texts: {
    'confirm-email': {
      subject: 'Confirmez votre adresse e-mail',
      lead: [
        'Bienvenue. Il reste une étape : confirmez que cette adresse est la vôtre, puis vous pourrez vous connecter.',
      ],
      button: 'Confirmer l’adresse e-mail',
      note: `${day} Si vous ne vous êtes pas inscrit, ignorez cet e-mail.`,
    },
    'confirm-new-email': {
      subject: 'Confirmez votre nouvelle adresse e-mail',
      lead: [
        'Vous souhaitez utiliser cette adresse pour votre compte. Tant que vous ne l’avez pas confirmée, l’ancienne reste valable.',
      ],
      button: 'Confirmer l’adresse e-mail',
      note: `${day} Si ce n’était pas vous, ignorez cet e-mail : rien ne changera.`,
    },
    'already-signed-up': {
      subject: 'Vous avez déjà un compte',
      lead: [
        'Quelqu’un, sans doute vous, vient de s’inscrire avec cette adresse. Elle est déjà associée à un compte, aucun nouveau compte n’a donc été créé.',
        'Vous pouvez vous connecter avec cette adresse. Si vous avez oublié le mot de passe, définissez-en un nouveau.',
      ],
      button: 'Définir un nouveau mot de passe',
      note: 'Si ce n’était pas vous, ignorez cet e-mail : rien n’a changé.',
    },
    'login-taken': {
      subject: 'Veuillez choisir un autre identifiant',
      lead: [
        'Vous avez essayé de vous inscrire, mais l’identifiant choisi est déjà pris. Veuillez vous inscrire à nouveau avec un autre identifiant.',
      ],
      button: 'S’inscrire à nouveau',
      note: 'Si ce n’était pas vous, ignorez cet e-mail : aucun compte n’a été créé.',
    },
    'email-in-use': {
      subject: 'Cette adresse est déjà utilisée',
      lead: [
        'Quelqu’un a essayé d’utiliser cette adresse pour un autre compte. Elle est déjà associée à votre compte, rien n’a donc été modifié.',
      ],
      note: 'Si c’était vous, connectez-vous au compte associé à cette adresse ou choisissez une autre adresse.',
    },
    'recover-password': {
      subject: 'Définissez un nouveau mot de passe',
      lead: [
        'Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour le compte associé à cette adresse.',
      ],
      button: 'Définir un nouveau mot de passe',
      note: 'Le lien est à usage unique et valable 30 minutes. Si ce n’était pas vous, ignorez cet e-mail : votre mot de passe reste inchangé.',
    },
    'password-changed': {
      subject: 'Votre mot de passe a été modifié',
      lead: [
        'Le mot de passe de votre compte vient d’être modifié. Les autres appareils ont été déconnectés.',
      ],
      button: 'Définir un nouveau mot de passe',
      note: 'Si ce n’était pas vous, définissez immédiatement un nouveau mot de passe et contactez votre exploitant.',
    },
    'email-changed': {
      subject: 'Votre adresse e-mail a été modifiée',
      lead: [
        'Votre compte a désormais une autre adresse e-mail. Ceci est le dernier e-mail envoyé à l’ancienne.',
      ],
      note: 'Si ce n’était pas vous, contactez immédiatement votre exploitant.',
    },
    'sign-in-linked': {
      subject: 'Un nouveau mode de connexion à votre compte',
      lead: [
        'Vous pouvez désormais aussi vous connecter avec votre compte chez un autre fournisseur, associé à cette adresse e-mail. Rien d’autre n’a changé.',
      ],
      button: 'Définir un nouveau mot de passe',
      note: 'Si ce n’était pas vous, définissez un nouveau mot de passe, retirez le compte lié dans votre profil et contactez votre exploitant.',
    },
    notice: {
      subject: 'Nouvelles notifications',
      lead: ['Vous avez de nouvelles notifications :'],
      button: `Ouvrir dans ${productTitle}`,
      note: 'Vous recevez cet e-mail parce que vous avez choisi de recevoir les notifications par e-mail. Modifiez ce choix dans votre profil : {origin}/crm/profile',
    },
    incident: {
      subject: 'Nouveaux incidents',
      lead: ['Incidents qui vous concernent :'],
      button: `Ouvrir dans ${productTitle}`,
      note: 'Vous recevez cet e-mail parce que vous avez choisi d’être averti des incidents. Modifiez ce choix dans votre profil : {origin}/crm/profile',
    },
    invoice: {
      subject: 'Votre facture',
      lead: ['Vous trouverez ci-joint les documents de votre facture.'],
      note: 'Pour toute question, répondez à cet e-mail : le vendeur vous répondra.',
    },
    'payment-reminder': {
      subject: 'Rappel de paiement pour la facture',
      lead: [
        'Nous n’avons pas encore reçu le paiement complet de cette facture. Si vous l’avez réglée entre-temps, ne tenez pas compte de ce rappel. Les documents de la facture sont joints.',
      ],
      note: 'Pour toute question, répondez à cet e-mail : le vendeur vous répondra.',
    },
    'guest-charge': {
      subject: 'Votre session de charge',
      lead: [
        'Ce lien vous donne accès à votre session de charge et à son reçu. Si la session est terminée et facturée, la facture est jointe.',
      ],
      button: 'Ouvrir la session de charge',
      note: 'Toute personne disposant du lien voit cette session. Il est valable jusqu’à 30 jours après la session. Si vous n’avez pas rechargé, ignorez cet e-mail.',
    },
  },
  more: 'Autres notifications :',
  copyLink: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :',
  sentBy: `Envoyé par ${productTitle} à l’adresse`,
}
