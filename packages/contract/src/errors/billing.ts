import type { ErrorTable } from './error-table.ts'

/** Errors of sellers and invoices. */
export const billingErrors = {
  'seller.code_taken': { kind: 'conflict', message: 'A seller with this number already exists.' },
  'seller.not_found': { kind: 'not-found', message: 'Seller not found.' },
  'seller.wrong_state': {
    kind: 'not-possible',
    message: 'The current state of the seller does not allow this.',
  },
  'seller.iban_invalid': {
    kind: 'invalid',
    message: 'This is not a valid IBAN: its check digits do not match.',
  },
  'seller.pattern_invalid': {
    kind: 'invalid',
    message:
      'Use {series}, {year} and {number} once each; besides them only letters, digits, full stops, hyphens and slashes, together at most {{limit, number}} characters.',
  },
  'invoice.not_found': { kind: 'not-found', message: 'Invoice not found.' },
  'invoice.wrong_state': {
    kind: 'not-possible',
    message: 'The current state of the invoice does not allow this.',
  },
  'accounting.not_set': {
    kind: 'not-possible',
    message: 'Enter the numbers of the tax adviser and of the account first.',
  },
  'accounting.code_missing': {
    kind: 'not-possible',
    message: 'These ledger accounts have no number: {{accounts}}.',
  },
  'accounting.code_length': {
    kind: 'invalid',
    message: 'The number {{code}} of the ledger account {{account}} must have {{digits}} digits.',
  },
  'owner.no_bank': { kind: 'not-possible', message: 'Enter the bank account of the owner first.' },
  'owner_statement.month_not_over': {
    kind: 'invalid',
    message: 'Statements of a month can be created two days after its end.',
  },
  'owner_statement.demo': {
    kind: 'not-possible',
    message: 'This statement belongs to the demo: no payment can be booked for it.',
  },
  'owner_statement.not_found': { kind: 'not-found', message: 'Statement not found.' },
  'invoice.no_seller': {
    kind: 'not-possible',
    message: 'No seller issues invoices yet. Add one with its legal data.',
  },
  'invoice.seller_incomplete': {
    kind: 'not-possible',
    message: 'The seller {{seller}} lacks legal data for an invoice: {{fields}}.',
  },
  'invoice.client_incomplete': {
    kind: 'not-possible',
    message: 'The client {{client}} lacks data for an invoice: {{fields}}.',
  },
  'invoice.small_business_taxed': {
    kind: 'not-possible',
    message: 'The seller is a small business and shows no tax, but the price list contains tax.',
  },
  'invoice.reverse_charge_gross': {
    kind: 'not-possible',
    message:
      'The client owes the tax itself, so its prices must be net. The price list of these charges is gross.',
  },
  'invoice.reverse_charge_taxed': {
    kind: 'not-possible',
    message: 'The client owes the tax itself, but its price list adds tax. Use one with a rate of 0 %.',
  },
  'invoice.negative': {
    kind: 'not-possible',
    message:
      'The charges taken back exceed the others. Discard this draft: its charges are included in the next invoice whose other charges exceed them.',
  },
  'invoice.document_failed': {
    kind: 'internal',
    message:
      'The documents of the invoice could not be created. The log of the server names the fields. Create them again when the cause is removed.',
  },
  'invoice.correction_failed': {
    kind: 'internal',
    message:
      'A price on this invoice was corrected, but its credit note could not be created. The log of the server names the reason. The credit note is created once that is resolved.',
  },
  'invoice.documents_exist': {
    kind: 'not-possible',
    message: 'The documents of the invoice already exist or will be created within a minute.',
  },
  'invoice.no_address': {
    kind: 'not-possible',
    message: 'The client {{client}} has no email address.',
  },
  'invoice.no_documents': {
    kind: 'not-possible',
    message: 'The documents of the invoice do not exist yet.',
  },
  'invoice.too_many_mails': {
    kind: 'not-possible',
    message: '{{address}} received too many emails in the last hour. Try again later.',
  },
  'invoice.demo': {
    kind: 'not-possible',
    message: 'This invoice belongs to the demo: it is a trial, and nothing can be booked for it.',
  },
  'account.amount_invalid': {
    kind: 'invalid',
    message: 'Enter an amount with the decimals of the currency, such as 12.50; a correction cannot be zero.',
  },
  'account.adjustment_used': {
    kind: 'conflict',
    message: 'This ID is already used by another correction.',
  },
  'account.reason_required': { kind: 'invalid', message: 'State the reason.' },
  'invoice.no_charges': {
    kind: 'not-possible',
    message: 'The client has no charges in this period that are not on an invoice.',
  },
  'invoice.draft_exists': {
    kind: 'not-possible',
    message: 'The client has a draft for this period already. Issue or discard it first.',
  },
  'invoice.document_invalid': {
    kind: 'not-possible',
    message: 'The documents of the invoice cannot be created from these data: {{fields}}.',
  },
  'invoice.period_invalid': { kind: 'invalid', message: 'The period ends before it begins.' },
  'invoice.credited_in_full': {
    kind: 'not-possible',
    message: 'Credit notes for these lines exist already.',
  },
  'invoice.replaced': { kind: 'not-possible', message: 'Another invoice replaces this one already.' },
  'invoice.credited_in_parts': {
    kind: 'not-possible',
    message: 'Several credit notes have credited this invoice in parts, so it cannot be invoiced again.',
  },
  'invoice.price_proposed': {
    kind: 'not-possible',
    message: 'A changed price of one of these sessions waits for a decision. Approve or reject it first.',
  },
  'invoice.nothing_to_replace': {
    kind: 'not-possible',
    message: 'None of these sessions is to be charged to this client any more. Create a credit note instead.',
  },
  'invoice.line_not_found': { kind: 'invalid', message: 'The invoice has no line {{line}}.' },
  'invoice.reason_required': { kind: 'invalid', message: 'State the reason.' },
  'payment.not_found': { kind: 'not-found', message: 'Payment not found.' },
  'payment.wrong_state': {
    kind: 'not-possible',
    message: 'The current state of the payment does not allow this.',
  },
  'payment.id_taken': {
    kind: 'conflict',
    message: 'This ID is already used by another payment or refund.',
  },
  'payment.amount_invalid': {
    kind: 'invalid',
    message: 'Enter an amount above zero with the decimals of the currency, such as 12.50.',
  },
  'payment.amount_too_high': {
    kind: 'not-possible',
    message: 'The amount exceeds the {{limit}} {{currency}} that are possible.',
  },
  'payment.purpose_required': {
    kind: 'invalid',
    message: 'Name an invoice, or a client and an amount.',
  },
  'payment.invoice_settled': { kind: 'not-possible', message: 'Nothing is open on this invoice.' },
  'payment.in_progress': {
    kind: 'conflict',
    message: 'Another payment of this invoice is in progress. Complete or cancel it first.',
  },
  'payment.provider_inactive': {
    kind: 'not-possible',
    message: 'Payments with this provider are not available.',
  },
  'payment.trial_mismatch': {
    kind: 'not-possible',
    message:
      'A trial payment can only pay an invoice that is marked as a trial, and no other payment can pay one.',
  },
  'payment.provider_unreachable': {
    kind: 'unavailable',
    message: 'The payment provider does not answer. The request is repeated until it does.',
  },
  'payment.provider_refused': {
    kind: 'not-possible',
    message: 'The payment provider has refused this.',
  },
  'payment.return_invalid': {
    kind: 'invalid',
    message: 'Enter a path of this server, such as /crm/invoice.',
  },
  'payment.event_invalid': {
    kind: 'invalid',
    message: 'The signature of the message is missing, wrong or too old.',
  },
} as const satisfies ErrorTable
