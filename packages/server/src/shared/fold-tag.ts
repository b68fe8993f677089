import { toWireText } from '@stationmaster/ocpp'

// Q24: stations echo tags with stray control characters.
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f\u007f-\u009f]/g

/**
 * An idTag as it is compared: OCPP's tags know no case (1.6, CiString20Type), and control characters are noise.
 * The tag as it came is kept beside it.
 */
export const foldTag = (tag: string): string => toWireText(tag.replace(controls, '')).trim().toLowerCase()
