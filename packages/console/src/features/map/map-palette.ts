import { mix } from '../../ui/theme.ts'
import { type DisplayState, displayStates } from '../../ui/state/state-names.ts'
import { tokenColour } from '../../ui/chart/token-colours.ts'

/** Colours of the map, all from the design tokens of the page. */
export interface MapPalette {
  readonly water: string
  readonly land: string
  readonly border: string
  readonly label: string
  readonly text: string
  readonly surface: string
  readonly states: Readonly<Record<DisplayState, string>>
}

export function mapPalette(theme: string): MapPalette {
  const isDark = theme === 'dark'
  const states = displayStates.map((state) => [state, tokenColour(`--st-${state}`)])
  return {
    // A tint of blue keeps light water from looking like a grey card.
    water: isDark
      ? tokenColour('--side')
      : mix(tokenColour('--line'), tokenColour('--st-charging-soft'), 0.45),
    land: isDark ? tokenColour('--raised') : tokenColour('--head'),
    border: tokenColour('--line-strong'),
    label: tokenColour('--text-3'),
    text: tokenColour('--text'),
    surface: tokenColour('--surface'),
    states: Object.fromEntries(states) as MapPalette['states'], // one for each display state
  }
}
