/** Address of a client to which an invoice can be issued. */
export const address = { street: 'Ring 1', postalcode: '1010', city: 'Wien', countrycode: 'AT' } as const

/** A new seller that can issue invoices; its drafts are created by users. */
export const sellerData = {
  id: null,
  name: 'Magrathea Charging GmbH',
  street: 'Hafenstraße 1',
  postalcode: '20457',
  city: 'Hamburg',
  countrycode: 'DE',
  vatid: 'DE123456789',
  iban: 'DE89 3704 0044 0532 0130 00',
  email: 'billing@magrathea.example',
  schedule: 'manual',
} as const
