export interface TextFile {
  default: Record<string, unknown>
}
/** Loaders by path; a file is fetched when its loader is called. */
export type TextFiles = Record<string, () => Promise<TextFile>>

/** Texts that a first visit does not show: their file names would add a kilobyte to the entry bundle. */
export const lateTexts: TextFiles = import.meta.glob<TextFile>([
  '../../texts/*/*.json',
  '!../../texts/*/{shell,sign,stations,map}.json',
])
