import { isUtf8 } from 'node:buffer'
import { type Refusal, refuse } from '../../shared/refusal.ts'

/** Kinds of documents: the ends of their names, and the content by which they are recognized. */
const kinds: readonly { type: string; ends: readonly string[]; has: (bytes: Buffer) => boolean }[] = [
  {
    type: 'application/pdf',
    ends: ['pdf'],
    has: (bytes) => bytes.subarray(0, 5).equals(Buffer.from('%PDF-')),
  },
  officeKind('wordprocessingml.document', 'docx', 'word/'),
  officeKind('spreadsheetml.sheet', 'xlsx', 'xl/'),
  openDocumentKind('text', 'odt'),
  openDocumentKind('spreadsheet', 'ods'),
  {
    type: 'text/plain; charset=utf-8',
    ends: ['txt', 'csv', 'md', 'log'],
    has: (bytes) => isPlainText(bytes),
  },
]

const isArchive = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))

/** A document of Office Open XML, without macros. */
function officeKind(name: string, end: string, folder: string) {
  return {
    type: `application/vnd.openxmlformats-officedocument.${name}`,
    ends: [end],
    has: (bytes: Buffer) =>
      isArchive(bytes) &&
      bytes.includes('[Content_Types].xml') &&
      bytes.includes(folder) &&
      !bytes.includes('vbaProject.bin'),
  }
}

/** A document of OpenDocument, whose first entry is its type. */
function openDocumentKind(name: string, end: string) {
  const type = `application/vnd.oasis.opendocument.${name}`
  return {
    type,
    ends: [end],
    has: (bytes: Buffer) =>
      isArchive(bytes) && bytes.subarray(30, 38 + type.length).includes(`mimetype${type}`),
  }
}

const isPlainText = (bytes: Buffer): boolean =>
  isUtf8(bytes) &&
  bytes.every((byte) => (byte >= 32 && byte !== 127) || byte === 9 || byte === 10 || byte === 13)

const endOf = (name: string): string => /\.([^.]+)$/.exec(name.trim())?.[1]?.toLowerCase() ?? ''

const kindOf = (name: string) => kinds.find(({ ends }) => ends.includes(endOf(name)))

/** Returns true if a name has the end of a document. */
export const hasDocumentName = (name: string): boolean => kindOf(name) !== undefined

/** Returns the media type of a document, or null if its name is not that of one. Refuses other content. */
export function documentType(name: string, bytes: Buffer): string | null | Refusal {
  const kind = kindOf(name)
  if (!kind) return null
  return kind.has(bytes) ? kind.type : refuse('file.content_differs', { field: 'data' })
}
