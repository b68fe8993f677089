import { describe, expect, test } from 'vitest'
import type { LedgerAccountName, NewJournal } from './journal.ts'
import {
  bankTransfer,
  bankTransferAssigned,
  centDifference,
  creditNote,
  disputeLost,
  disputeOpened,
  disputeWon,
  fee,
  invoiceIssued,
  maxCentDifference,
  ownerPaid,
  ownersShare,
  paymentCaptured,
  payout,
  refund,
  sessionRated,
  topUp,
  writeOff,
} from './index.ts'

const occurredAt = new Date('2026-03-01T10:00:00Z')
const event = { accountId: 'operator', currency: 'EUR', occurredAt }
const zaphod = { clientId: 'zaphod' }
const stripe = { provider: 'stripe' }
const german = { country: 'DE', rateBp: 1900 }
const reduced = { country: 'DE', rateBp: 700 }

const nameOf = ({ kind, ref }: LedgerAccountName) => (ref === '' ? kind : `${kind} ${ref}`)

const shown = (journal: NewJournal) => [
  journal.eventKey,
  ...journal.lines.map(
    ({ debit, credit, amountMinor }) => `${nameOf(debit)} -> ${nameOf(credit)}: ${amountMinor}`,
  ),
]

const cases: [title: string, NewJournal, lines: string[]][] = [
  [
    'a top-up',
    topUp({ ...event, ...zaphod, ...stripe, paymentId: 'p1', amountMinor: 5000 }),
    ['payment:p1:capture', 'clearing stripe -> client zaphod: 5000'],
  ],
  [
    'a captured payment',
    paymentCaptured({ ...event, ...zaphod, ...stripe, paymentId: 'p2', amountMinor: 1284, invoiceId: 'i1' }),
    ['payment:p2:capture', 'clearing stripe -> client zaphod: 1284'],
  ],
  [
    'a bank transfer of a client',
    bankTransfer({ ...event, ...zaphod, paymentId: 'p3', amountMinor: 11900 }),
    ['payment:p3:capture', 'bank -> client zaphod: 11900'],
  ],
  [
    'a bank transfer of an unknown sender',
    bankTransfer({ ...event, clientId: null, paymentId: 'p4', amountMinor: 11900 }),
    ['payment:p4:capture', 'bank -> unapplied: 11900'],
  ],
  [
    'a bank transfer whose sender becomes known',
    bankTransferAssigned({ ...event, ...zaphod, paymentId: 'p4', amountMinor: 11900 }),
    ['payment:p4:assign', 'unapplied -> client zaphod: 11900'],
  ],
  [
    'a rated session',
    sessionRated({ ...event, ...zaphod, ratingId: 'r1', amountMinor: 1284 }),
    ['rating:r1', 'client zaphod -> uninvoiced: 1284'],
  ],
  ['a free session', sessionRated({ ...event, ...zaphod, ratingId: 'r2', amountMinor: 0 }), ['rating:r2']],
  [
    // 25.00 with 19 % inside (3.99) and 10.70 with 7 % inside (0.70)
    'an invoice with gross prices and two rates',
    invoiceIssued({
      ...event,
      ...zaphod,
      invoiceId: 'i1',
      pricesIncludeTax: true,
      netMinor: 2101 + 1000,
      taxes: [
        { ...german, taxMinor: 399 },
        { ...reduced, taxMinor: 70 },
      ],
    }),
    [
      'invoice:i1',
      'uninvoiced -> revenue: 3101',
      'uninvoiced -> tax DE:1900: 399',
      'uninvoiced -> tax DE:700: 70',
    ],
  ],
  [
    'an invoice with net prices and two rates',
    invoiceIssued({
      ...event,
      ...zaphod,
      invoiceId: 'i2',
      pricesIncludeTax: false,
      netMinor: 3500,
      taxes: [
        { ...german, taxMinor: 475 },
        { ...reduced, taxMinor: 70 },
      ],
    }),
    [
      'invoice:i2',
      'uninvoiced -> revenue: 3500',
      'client zaphod -> tax DE:1900: 475',
      'client zaphod -> tax DE:700: 70',
    ],
  ],
  [
    'an invoice without tax',
    invoiceIssued({
      ...event,
      ...zaphod,
      invoiceId: 'i3',
      pricesIncludeTax: false,
      netMinor: 3500,
      taxes: [{ country: 'FR', rateBp: 0, taxMinor: 0 }],
    }),
    ['invoice:i3', 'uninvoiced -> revenue: 3500'],
  ],
  [
    'a credit note',
    creditNote({
      ...event,
      ...zaphod,
      invoiceId: 'i4',
      netMinor: 3101,
      taxes: [
        { ...german, taxMinor: 399 },
        { ...reduced, taxMinor: 70 },
      ],
    }),
    [
      'invoice:i4',
      'revenue -> client zaphod: 3101',
      'tax DE:1900 -> client zaphod: 399',
      'tax DE:700 -> client zaphod: 70',
    ],
  ],
  [
    'a refund through a provider',
    refund({ ...event, ...zaphod, refundId: 'f1', amountMinor: 700, from: stripe }),
    ['refund:f1', 'client zaphod -> clearing stripe: 700'],
  ],
  [
    'a refund from the bank',
    refund({ ...event, ...zaphod, refundId: 'f2', amountMinor: 700, from: 'bank' }),
    ['refund:f2', 'client zaphod -> bank: 700'],
  ],
  [
    'a dispute',
    disputeOpened({ ...event, ...stripe, disputeId: 'd1', amountMinor: 1284, feeMinor: 2000 }),
    ['dispute:d1:opened', 'dispute -> clearing stripe: 1284', 'fees -> clearing stripe: 2000'],
  ],
  [
    'a lost dispute',
    disputeLost({ ...event, ...zaphod, ...stripe, disputeId: 'd1', amountMinor: 1284 }),
    ['dispute:d1:lost', 'client zaphod -> dispute: 1284'],
  ],
  [
    'a won dispute',
    disputeWon({ ...event, ...stripe, disputeId: 'd1', amountMinor: 1284 }),
    ['dispute:d1:won', 'clearing stripe -> dispute: 1284'],
  ],
  [
    'a dispute that is won on appeal',
    disputeWon({ ...event, ...stripe, disputeId: 'd1', amountMinor: 1284, owingId: 'zaphod' }),
    ['dispute:d1:won', 'clearing stripe -> client zaphod: 1284'],
  ],
  [
    'a fee',
    fee({ ...event, ...stripe, feeId: 'e1', amountMinor: 43 }),
    ['fee:e1', 'fees -> clearing stripe: 43'],
  ],
  [
    'a payout',
    payout({ ...event, ...stripe, payoutId: 'o1', amountMinor: 98765 }),
    ['payout:o1', 'bank -> clearing stripe: 98765'],
  ],
  [
    // 10.79 without tax, 15 % commission
    "an owner's share",
    ownersShare({ ...event, ...zaphod, shareId: 's1', netMinor: 1079, commissionMinor: 162 }),
    ['owner-share:s1', 'owner_cost -> client zaphod: 917'],
  ],
  [
    'the payment of an owner',
    ownerPaid({ ...event, ...zaphod, paymentId: 'p5', amountMinor: 917 }),
    ['owner-payment:p5', 'client zaphod -> bank: 917'],
  ],
  [
    'a payment of two cents too little',
    centDifference({ ...event, ...zaphod, differenceId: 'x1', differenceMinor: -2 }),
    ['rounding:x1', 'rounding -> client zaphod: 2'],
  ],
  [
    'a payment of five cents too much',
    centDifference({ ...event, ...zaphod, differenceId: 'x2', differenceMinor: 5 }),
    ['rounding:x2', 'client zaphod -> rounding: 5'],
  ],
  [
    'a write-off',
    writeOff({ ...event, ...zaphod, writeOffId: 'w1', amountMinor: 4200 }),
    ['write-off:w1', 'bad_debt -> client zaphod: 4200'],
  ],
]

test.each(cases)('%s is booked', (_title, journal, lines) => {
  expect(shown(journal)).toEqual(lines)
})

const balancesOf = (journals: readonly NewJournal[]) => {
  const balances = new Map<string, number>()
  const add = (name: LedgerAccountName, amount: number) =>
    balances.set(nameOf(name), (balances.get(nameOf(name)) ?? 0) + amount)
  for (const { debit, credit, amountMinor } of journals.flatMap(({ lines }) => lines)) {
    add(debit, -amountMinor)
    add(credit, amountMinor)
  }
  return Object.fromEntries([...balances].filter(([, amount]) => amount !== 0))
}

// Each sequence ends with what the client owes or has, and with empty accounts in between.
describe('events that belong together', () => {
  const rated = sessionRated({ ...event, ...zaphod, ratingId: 'r1', amountMinor: 2500 })
  const gross = { netMinor: 2101, taxes: [{ ...german, taxMinor: 399 }] }
  const net = { netMinor: 2500, taxes: [{ ...german, taxMinor: 475 }] }
  const issued = { ...event, ...zaphod, invoiceId: 'i1' }
  const credited = { ...event, ...zaphod, invoiceId: 'n1' }

  test('a paid invoice with gross prices leaves revenue, tax and money', () => {
    const paid = paymentCaptured({ ...event, ...zaphod, ...stripe, paymentId: 'p1', amountMinor: 2500 })
    expect(balancesOf([rated, invoiceIssued({ ...issued, ...gross, pricesIncludeTax: true }), paid])).toEqual(
      {
        'clearing stripe': -2500,
        revenue: 2101,
        'tax DE:1900': 399,
      },
    )
  })

  test('an invoice with net prices is owed with its tax', () => {
    expect(balancesOf([rated, invoiceIssued({ ...issued, ...net, pricesIncludeTax: false })])).toEqual({
      'client zaphod': -2975,
      revenue: 2500,
      'tax DE:1900': 475,
    })
  })

  test.each([
    ['gross', gross, true],
    ['net', net, false],
  ])('a credit note reverts an invoice with %s prices', (_prices, amounts, pricesIncludeTax) => {
    const invoice = invoiceIssued({ ...issued, ...amounts, pricesIncludeTax })
    expect(balancesOf([rated, invoice, creditNote({ ...credited, ...amounts })])).toEqual({})
  })

  test('a won dispute costs the fee, a lost one is owed by the client', () => {
    const of = { ...event, ...stripe, disputeId: 'd1', amountMinor: 1284 }
    const opened = disputeOpened({ ...of, feeMinor: 2000 })
    expect(balancesOf([opened, disputeWon(of)])).toEqual({ fees: -2000, 'clearing stripe': 2000 })
    expect(balancesOf([opened, disputeLost({ ...of, ...zaphod })])).toEqual({
      fees: -2000,
      'clearing stripe': 3284,
      'client zaphod': -1284,
    })
  })
})

test.each([
  ['EUR', 5],
  ['JPY', 0],
  ['KWD', 50],
])('a rounding difference in %s is at most %i', (currency, most) => {
  const of = { ...event, ...zaphod, currency, differenceId: 'x' }
  expect(maxCentDifference(currency)).toBe(most)
  for (const differenceMinor of [most + 1, -most - 1])
    expect(() => centDifference({ ...of, differenceMinor })).toThrow('more than a rounding difference')
})

test.each([-1, 0.5, Number.NaN, 2 ** 53])('%d is not an amount', (amountMinor) => {
  expect(() => sessionRated({ ...event, ...zaphod, ratingId: 'r', amountMinor })).toThrow('not an amount')
})

test('a commission above the net price is not booked', () => {
  const share = { ...event, ...zaphod, shareId: 's', netMinor: 100, commissionMinor: 101 }
  expect(() => ownersShare(share)).toThrow('not an amount')
})
