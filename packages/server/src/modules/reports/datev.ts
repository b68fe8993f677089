import { currencyDigits } from '@stationmaster/contract'
import { decimalText } from '../../shared/money.ts'
import { inWindows1252 } from './windows-1252.ts'

/** Fields of the header of a file. */
export interface DatevHead {
  consultant: number
  client: number
  /** First day of the financial year, and first and last day of the file: YYYY-MM-DD. */
  yearFrom: string
  from: string
  to: string
  codeLength: number
  /** At most 30 characters. */
  title: string
  currency: string
  createdAt: Date
}

/** One booking: the debit account is the account of the line, the credit account its contra account. */
export interface DatevLine {
  amountMinor: number
  debit: string
  credit: string
  /** YYYY-MM-DD. */
  day: string
  /** Number of the invoice. */
  document: string
  text: string
}

const numbered = (count: number, ...names: string[]): string[] =>
  Array.from({ length: count }, (_, index) =>
    names.map((name) => name.replace('#', String(index + 1))),
  ).flat()

/** The columns of a batch of bookings, format version 13. */
export const datevColumns: readonly string[] = [
  'Umsatz (ohne Soll/Haben-Kz)',
  'Soll/Haben-Kennzeichen',
  'WKZ Umsatz',
  'Kurs',
  'Basis-Umsatz',
  'WKZ Basis-Umsatz',
  'Konto',
  'Gegenkonto (ohne BU-Schlüssel)',
  'BU-Schlüssel',
  'Belegdatum',
  'Belegfeld 1',
  'Belegfeld 2',
  'Skonto',
  'Buchungstext',
  'Postensperre',
  'Diverse Adressnummer',
  'Geschäftspartnerbank',
  'Sachverhalt',
  'Zinssperre',
  'Beleglink',
  ...numbered(8, 'Beleginfo - Art #', 'Beleginfo - Inhalt #'),
  'KOST1 - Kostenstelle',
  'KOST2 - Kostenstelle',
  'Kost-Menge',
  'EU-Land u. UStID (Bestimmung)',
  'EU-Steuersatz (Bestimmung)',
  'Abw. Versteuerungsart',
  'Sachverhalt L+L',
  'Funktionsergänzung L+L',
  'BU 49 Hauptfunktionstyp',
  'BU 49 Hauptfunktionsnummer',
  'BU 49 Funktionsergänzung',
  ...numbered(20, 'Zusatzinformation - Art #', 'Zusatzinformation- Inhalt #'),
  'Stück',
  'Gewicht',
  'Zahlweise',
  'Forderungsart',
  'Veranlagungsjahr',
  'Zugeordnete Fälligkeit',
  'Skontotyp',
  'Auftragsnummer',
  'Buchungstyp',
  'USt-Schlüssel (Anzahlungen)',
  'EU-Land (Anzahlungen)',
  'Sachverhalt L+L (Anzahlungen)',
  'EU-Steuersatz (Anzahlungen)',
  'Erlöskonto (Anzahlungen)',
  'Herkunft-Kz',
  'Buchungs GUID',
  'KOST-Datum',
  'SEPA-Mandatsreferenz',
  'Skontosperre',
  'Gesellschaftername',
  'Beteiligtennummer',
  'Identifikationsnummer',
  'Zeichnernummer',
  'Postensperre bis',
  'Bezeichnung SoBil-Sachverhalt',
  'Kennzeichen SoBil-Buchung',
  'Festschreibung',
  'Leistungsdatum',
  'Datum Zuord. Steuerperiode',
  'Fälligkeit',
  'Generalumkehr (GU)',
  'Steuersatz',
  'Land',
  'Abrechnungsreferenz',
  'BVV-Position',
  'EU-Land u. UStID (Ursprung)',
  'EU-Steuersatz (Ursprung)',
  'Abw. Skontokonto',
]

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
const withoutDashes = (day: string): string => day.replaceAll('-', '')
const maxTitle = 30
const maxText = 60
const maxDocument = 36
/** Place of the mark that a booking can no longer be changed: 0, the adviser decides. */
const lockedColumn = datevColumns.indexOf('Festschreibung')

/** Returns an instant as the format has it: YYYYMMDDHHMMSSmmm. */
const stamp = (at: Date): string => at.toISOString().replaceAll(/\D/g, '')

const headOf = (head: DatevHead): string =>
  [
    '"EXTF"',
    700,
    21,
    '"Buchungsstapel"',
    13,
    stamp(head.createdAt),
    '',
    '"RE"',
    '""',
    '""',
    head.consultant,
    head.client,
    withoutDashes(head.yearFrom),
    head.codeLength,
    withoutDashes(head.from),
    withoutDashes(head.to),
    quoted(head.title.slice(0, maxTitle)),
    '""',
    1,
    0,
    0,
    quoted(head.currency),
    '',
    '""',
    '',
    '',
    '""',
    '',
    '',
    '""',
    '""',
  ].join(';')

function lineOf({ amountMinor, debit, credit, day, document, text }: DatevLine, currency: string): string {
  const cells = datevColumns.map(() => '')
  cells[0] = decimalText(amountMinor, currencyDigits(currency) ?? 2).replace('.', ',')
  cells[1] = '"S"'
  cells[2] = quoted(currency)
  cells[6] = debit
  cells[7] = credit
  cells[9] = day.slice(8, 10) + day.slice(5, 7)
  // the format permits these characters in numbers of documents only
  cells[10] = quoted(document.replaceAll(/[^A-Za-z0-9$&%*+\-/]/g, '').slice(0, maxDocument))
  cells[13] = quoted(text.replaceAll(/\s+/g, ' ').slice(0, maxText))
  cells[lockedColumn] = '0'
  return cells.join(';')
}

/** Returns a batch of bookings in the DATEV format, encoded in Windows-1252. */
export const datevFile = (head: DatevHead, lines: readonly DatevLine[]): Buffer =>
  inWindows1252(
    [headOf(head), datevColumns.join(';'), ...lines.map((line) => lineOf(line, head.currency)), ''].join(
      '\r\n',
    ),
  )
