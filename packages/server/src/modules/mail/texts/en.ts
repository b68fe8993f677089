import { productTitle } from '@stationmaster/contract'
import type { MailTexts } from '../mail-text.ts'

const day = 'The link can be used once and expires after 24 hours.'

export const en: MailTexts = {
  texts: {
    'confirm-email': {
      subject: 'Confirm your email address',
      lead: [
        'Welcome. Confirm that this address is yours to complete your registration. Then you can sign in.',
      ],
      button: 'Confirm email address',
      note: `${day} If you did not sign up, ignore this email.`,
    },
    'confirm-new-email': {
      subject: 'Confirm your new email address',
      lead: [
        'You asked to use this address for your account. Until you confirm it, your old address remains in use.',
      ],
      button: 'Confirm email address',
      note: `${day} If this was not you, ignore this email and nothing changes.`,
    },
    'already-signed-up': {
      subject: 'You already have an account',
      lead: [
        'Someone, probably you, has just signed up with this address. It already belongs to an account, so no new account was created.',
        'You can sign in with this address. If you have forgotten the password, set a new one.',
      ],
      button: 'Set a new password',
      note: 'If this was not you, ignore this email: nothing has changed.',
    },
    'login-taken': {
      subject: 'Please choose another login',
      lead: [
        'You tried to sign up, but the login you chose is already taken. Please sign up again with another one.',
      ],
      button: 'Sign up again',
      note: 'If this was not you, ignore this email: no account was created.',
    },
    'email-in-use': {
      subject: 'This address is already in use',
      lead: [
        'Someone tried to use this address for another account. It already belongs to your account, so nothing was changed.',
      ],
      note: 'If this was you, sign in to the account with this address, or choose another address.',
    },
    'recover-password': {
      subject: 'Set a new password',
      lead: ['Someone, probably you, has requested a new password for the account with this address.'],
      button: 'Set a new password',
      note: 'The link can be used once and expires after 30 minutes. If this was not you, ignore this email: your password remains unchanged.',
    },
    'password-changed': {
      subject: 'Your password was changed',
      lead: ['The password of your account has just been changed. Other devices were signed out.'],
      button: 'Set a new password',
      note: 'If this was not you, set a new password immediately and contact your operator.',
    },
    'email-changed': {
      subject: 'Your email address was changed',
      lead: ['Your account now has another email address. This is the last email to the old address.'],
      note: 'If this was not you, contact your operator immediately.',
    },
    'sign-in-linked': {
      subject: 'A new way to sign in to your account',
      lead: [
        'You can now also sign in with your account at another provider that uses this email address. Nothing else has changed.',
      ],
      button: 'Set a new password',
      note: 'If this was not you, set a new password, remove the linked account in your profile and contact your operator.',
    },
    notice: {
      subject: 'New notifications',
      lead: ['You have new notifications:'],
      button: `Open in ${productTitle}`,
      note: 'You receive this email because you chose to receive notifications by email. Change this in your profile: {origin}/crm/profile',
    },
    incident: {
      subject: 'New incidents',
      lead: ['Incidents that concern you:'],
      button: `Open in ${productTitle}`,
      note: 'You receive this email because you chose to be notified of incidents. Change this in your profile: {origin}/crm/profile',
    },
    invoice: {
      subject: 'Your invoice',
      lead: ['The documents of your invoice are attached.'],
      note: 'Questions about it are answered by the seller: reply to this email.',
    },
    'payment-reminder': {
      subject: 'Payment reminder for invoice',
      lead: [
        'We have not yet received full payment of this invoice. If you have paid in the meantime, please ignore this reminder. The documents of the invoice are attached.',
      ],
      note: 'Questions about it are answered by the seller: reply to this email.',
    },
    'guest-charge': {
      subject: 'Your charging session',
      lead: [
        'With this link you see your charging session and its receipt. If the session has ended and was charged, the invoice is attached.',
      ],
      button: 'Open charging session',
      note: 'Anyone who has the link sees this session. It is valid until 30 days after the session. If you did not charge, ignore this email.',
    },
  },
  more: 'More notifications:',
  copyLink: 'If the button does not work, copy this address into your browser:',
  sentBy: `Sent by ${productTitle} at`,
}
