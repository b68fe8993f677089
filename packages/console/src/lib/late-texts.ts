export interface TextFile {
  default: Record<string, unknown>
}
/** By path; each is fetched when it is called. */
export type TextFiles = Record<string, () => Promise<TextFile>>

/** Texts of all that is not seen at a first visit: their names would cost the entry a kilobyte. */
export const lateTexts: TextFiles = import.meta.glob<TextFile>([
  '../../texts/*/*.json',
  '!../../texts/*/{shell,sign,stations,map}.json',
])
