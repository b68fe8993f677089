/** Drivers of the demo; they cannot sign in. */
export const demoDrivers: readonly { first: string; last: string }[] = [
  { first: 'Anna', last: 'Lindqvist' },
  { first: 'Marek', last: 'Nowak' },
  { first: 'Sophie', last: 'Laurent' },
  { first: 'Jonas', last: 'Weber' },
  { first: 'Giulia', last: 'Conti' },
  { first: 'Pieter', last: 'de Vries' },
  { first: 'Inês', last: 'Carvalho' },
  { first: 'Lukas', last: 'Hofer' },
  { first: 'Elena', last: 'García' },
  { first: 'Aoife', last: 'Byrne' },
  { first: 'Mikkel', last: 'Sørensen' },
  { first: 'Petra', last: 'Svobodová' },
]

/** Returns the code of a driver's card: seven bytes in hexadecimal digits. */
export const demoCardCode = (index: number): string =>
  `04${(0xa1b2c3d4e5 + index * 0x1f3d5b79).toString(16).toUpperCase().padStart(12, '0').slice(-12)}`

/** Cards that no simulated driver uses: to charge with manually, and to show refusals. */
export const spareCards: readonly {
  code: string
  name: string
  type?: 'plastic' | 'credit'
  /** Group shared with other cards. */
  parent?: string
  isBlocked?: boolean
  isExpired?: boolean
  maxTransactions?: number
}[] = [
  { code: 'DEMO-OFFICE-1', name: 'Front desk', parent: 'DEMO-OFFICE', maxTransactions: 0 },
  { code: 'DEMO-OFFICE-2', name: 'Pool car', parent: 'DEMO-OFFICE' },
  { code: 'DEMO-SERVICE', name: 'Service technician', type: 'plastic', maxTransactions: 4 },
  { code: 'DEMO-VISITOR', name: 'Visitor', type: 'plastic' },
  { code: 'DEMO-LOST', name: 'Lost card', isBlocked: true },
  { code: 'DEMO-LAST-YEAR', name: 'Last year’s member', isExpired: true },
]
