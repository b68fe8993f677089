import { readStored, writeStored } from './stored.ts'

/** One line of the page that is shown without a network. */
export interface SavedRow {
  title: string
  facts: string
  /** A further line: until when the facts apply, and what to do. */
  note?: string
  end?: string
  /** Where the title leads: a number to dial. */
  address?: string
}

/** Content of the page without a network, in the language of the user. public/offline.js reads it. */
interface Saved {
  language: string
  words: Record<string, string>
  /** The running session, with its last known values. */
  running?: SavedRow[]
  cards?: SavedRow[]
  sessions?: SavedRow[]
  places?: SavedRow[]
  help?: SavedRow[]
}

/** L276: rows that are saved for each list. */
const most = { running: 1, cards: 20, sessions: 5, places: 50, help: 1 }

/** Saves one list for the page that is shown without a network; it is removed when the user signs out. */
export function saveOffline(
  list: keyof typeof most,
  rows: readonly SavedRow[],
  about: Pick<Saved, 'language' | 'words'>,
): void {
  writeStored('offline', JSON.stringify({ ...read(), ...about, [list]: rows.slice(0, most[list]) }))
}

function read(): Partial<Saved> {
  try {
    return (JSON.parse(readStored('offline') ?? '{}') ?? {}) as Partial<Saved>
  } catch {
    return {} // written by another version
  }
}

/** Returns how many rows of a list were saved: about as many as will be loaded; null if it was not saved. */
export const savedCount = (list: keyof typeof most): number | null => read()[list]?.length ?? null

/** Removes what was saved for the user. */
export const forgetOffline = (): void => writeStored('offline', null)
