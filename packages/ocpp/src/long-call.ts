import { readFrame, type CallFrame, type Frame, type FrameProblem } from './frame.ts'
import { sliceList, type ListPosition, type SlicedList } from './sliced-list.ts'

/** A CALL whose list of meter values was not parsed; its payload has an empty list instead. */
export interface LongCall extends CallFrame {
  /** Indexes refer to the text of the frame. */
  list: SlicedList
}

/** Maximum length of such a call without its list, in characters: the other members are few and short. */
const maxRestLength = 16_384

/**
 * Reads a call whose list of meter values may exceed the number of values allowed in a frame. The list is
 * only split, in one pass; the rest of the text is parsed within the limits of every frame.
 */
export function readLongCall(text: string, names: ListPosition['names']): LongCall | Frame | FrameProblem {
  const list = sliceList(text, { depth: 2, names })
  // Without such a list it is an ordinary frame.
  if (list === null || text.length - (list.end - list.start) > maxRestLength) return readFrame(text)
  const frame = readFrame(`${text.slice(0, list.start)}[]${text.slice(list.end)}`)
  return frame.kind === 'call' ? { ...frame, list } : frame
}
