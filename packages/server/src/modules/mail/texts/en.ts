import { productTitle } from '@stationmaster/contract'
import type { MailTexts } from '../mail-text.ts'

const day = 'The link works once, for 24 hours.'

export const en: MailTexts = {
  texts: {
    'confirm-email': {
      subject: 'Confirm your e-mail',
      lead: ['Welcome. One step is left: confirm that this address is yours, then you can sign in.'],
      button: 'Confirm e-mail',
      note: `${day} If you did not sign up, ignore this mail and nothing happens.`,
    },
    'confirm-new-email': {
      subject: 'Confirm your new e-mail',
      lead: [
        'You want to use this address for your account. Until you confirm it, your old address stays in place.',
      ],
      button: 'Confirm e-mail',
      note: `${day} If this was not you, ignore this mail and nothing changes.`,
    },
    'already-signed-up': {
      subject: 'You already have an account',
      lead: [
        'Somebody, probably you, has just signed up with this address. It belongs to an account already, so no new one was made.',
        'You can sign in with this address. If you have forgotten the password, set a new one.',
      ],
      button: 'Set a new password',
      note: 'If this was not you, ignore this mail: nothing has changed.',
    },
    'login-taken': {
      subject: 'Please choose another login',
      lead: [
        'You wanted to sign up, but the login that you chose belongs to somebody else. Please sign up again with another one.',
      ],
      button: 'Sign up again',
      note: 'If this was not you, ignore this mail: no account was made.',
    },
    'email-in-use': {
      subject: 'This address is in use already',
      lead: [
        'Somebody wanted to use this address for another account. It belongs to your account already, so nothing was changed.',
      ],
      note: 'If this was you: sign in to the account of this address, or choose another address.',
    },
    'recover-password': {
      subject: 'Set a new password',
      lead: ['Somebody, probably you, has asked for a new password for the account of this address.'],
      button: 'Set a new password',
      note: 'The link works once, for 30 minutes. If this was not you, ignore this mail: your password stays as it is.',
    },
    'password-changed': {
      subject: 'Your password was changed',
      lead: ['The password of your account has just been changed. Other devices were signed out.'],
      button: 'Set a new password',
      note: 'If this was not you, set a new password at once and tell your operator.',
    },
    'email-changed': {
      subject: 'Your e-mail was changed',
      lead: ['Your account now has another e-mail address. This is the last mail to the old one.'],
      note: 'If this was not you, tell your operator at once.',
    },
    'sign-in-linked': {
      subject: 'A new way to sign in to your account',
      lead: [
        'Your account can now also be signed in to with an account elsewhere that has this e-mail address. Everything else is as it was.',
      ],
      button: 'Set a new password',
      note: 'If this was not you, set a new password, remove that sign-in in your profile and tell your operator.',
    },
    notice: {
      subject: 'New notices',
      lead: ['There is news for you:'],
      button: `Open in ${productTitle}`,
      note: 'You receive this e-mail because you chose to get notices by e-mail. Change this in your profile: {origin}/crm/profile',
    },
  },
  more: 'More notices:',
  copyLink: 'If the button does not work, copy this address into your browser:',
  sentBy: `Sent by ${productTitle} at`,
}
