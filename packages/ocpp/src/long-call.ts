import { readFrame, type CallFrame, type Frame, type FrameProblem } from './frame.ts'
import { sliceList, type ListPlace, type SlicedList } from './sliced-list.ts'

/** A CALL with a list of meter values that was not parsed; its payload has an empty list in that place. */
export interface LongCall extends CallFrame {
  /** Indexes count in the text of the frame. */
  list: SlicedList
}

/** Characters of such a call without its list: the other members are few and short. */
const longestRest = 16_384

/**
 * Reads a call whose list of meter values may have more values than a frame may have in one piece. The list is only
 * divided, in one pass; what is parsed here is the rest of the text, within the caps of every frame.
 */
export function readLongCall(text: string, names: ListPlace['names']): LongCall | Frame | FrameProblem {
  const list = sliceList(text, { depth: 2, names })
  // without such a list it is a frame like any other
  if (list === null || text.length - (list.end - list.start) > longestRest) return readFrame(text)
  const frame = readFrame(`${text.slice(0, list.start)}[]${text.slice(list.end)}`)
  return frame.kind === 'call' ? { ...frame, list } : frame
}
