import { type Refusal, refuse } from '../../shared/refusal.ts'

/** Maximum size of an unpacked workbook in MiB. */
const maxUnpackedMib = 64
const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const endLength = 22

/**
 * Refuses an archive whose directory declares more than the maximum, or no size: the library unpacks no more than
 * is declared. Null if it is small enough.
 */
export function zipProblem(bytes: Buffer): Refusal | null {
  const unreadable = refuse('import.file_unreadable', { field: 'data' })
  let end = bytes.length - endLength
  while (end >= 0 && bytes.readUInt32LE(end) !== endSignature) end -= 1
  if (end < 0) return unreadable
  let at = bytes.readUInt32LE(end + 16)
  let sum = 0
  for (let entries = bytes.readUInt16LE(end + 10); entries > 0; entries -= 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entrySignature) return unreadable
    const packed = bytes.readUInt32LE(at + 20)
    const unpacked = bytes.readUInt32LE(at + 24)
    if (unpacked === 0 && packed !== 0) return unreadable
    // without sizes here, those of the entry count
    if (packed === 0 && (bytes.readUInt16LE(at + 8) & 8) !== 0) return unreadable
    sum += unpacked
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return sum > maxUnpackedMib * 2 ** 20
    ? refuse('import.too_large', { mib: maxUnpackedMib, field: 'data' })
    : null
}
