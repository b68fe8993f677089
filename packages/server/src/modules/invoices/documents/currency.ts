// The digits of ISO 4217, in one place for all documents.
export { currencyDigits } from '@stationmaster/contract'
