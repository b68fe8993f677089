import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'
import { type ThemeColor, themeColors } from '../lib/settings.ts'

/** Mantine theme with our tokens. Colours come from tokens.css; Mantine's own variables refer to them. */

/** Returns ten shades of a base colour: lighter to 0, darker to 9; step 6 is the base colour. */
export function tuple(pick: string): MantineColorsTuple {
  const towards = [0.93, 0.85, 0.7, 0.52, 0.34, 0.16, 0, -0.1, -0.2, -0.32]
  return towards.map((share) =>
    mix(pick, share < 0 ? '#000000' : '#ffffff', Math.abs(share)),
  ) as unknown as MantineColorsTuple // tuple of ten shades above
}

/** Mixes `share` of `other` into `colour`, both #rrggbb. */
export function mix(colour: string, other: string, share: number): string {
  const mixed = [1, 3, 5].map((at) =>
    Math.round(channel(colour, at) * (1 - share) + channel(other, at) * share),
  )
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

const channel = (colour: string, at: number): number => Number.parseInt(colour.slice(at, at + 2), 16)

const dark: MantineColorsTuple = [
  '#e8ebf0',
  '#c9ced6',
  '#aab2bf',
  '#8f98a6',
  '#3a414d',
  '#262b34',
  '#1b1f27',
  '#15181e',
  '#111419',
  '#0e1116',
]

export function createAppTheme(colour: ThemeColor, isDark: boolean) {
  // Slate would be invisible on a dark surface; the other colours carry white text on both.
  const pick = isDark && colour === 'slate' ? mix(themeColors.slate, '#ffffff', 0.52) : themeColors[colour]
  return createTheme({
    colors: { accent: tuple(pick), dark },
    primaryColor: 'accent',
    primaryShade: 6,
    autoContrast: true,
    defaultRadius: 8,
    cursorType: 'pointer',
    respectReducedMotion: true,
    fontFamily: 'var(--font-text)',
    fontFamilyMonospace: 'var(--font-mono)',
    fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '15px', xl: '22px' },
    lineHeights: { xs: '1.34', sm: '1.43', md: '1.43', lg: '1.47', xl: '1.28' },
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '24px' },
    headings: { fontFamily: 'var(--font-text)', fontWeight: '600' },
    components: {
      Modal: {
        defaultProps: {
          radius: 10,
          centered: true,
        },
      },
      Menu: { defaultProps: { radius: 10, shadow: 'none', transitionProps: { duration: 140 } } },
      Popover: { defaultProps: { radius: 10, shadow: 'none', transitionProps: { duration: 140 } } },
      Tooltip: { defaultProps: { openDelay: 300, withArrow: false } },
      Select: { defaultProps: { allowDeselect: false } },
      Textarea: { defaultProps: { autosize: true, minRows: 2 } },
      InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    },
  })
}

/** These lose to Mantine's own rule per colour scheme unless they are set per scheme, too. */
const ours = {
  '--mantine-color-body': 'var(--raised)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-2)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-error': 'var(--st-faulted-text)',
  '--mantine-color-anchor': 'var(--accent-text)',
  // Text of dangerous menu entries: Mantine's red is too pale.
  '--mantine-color-red-6': 'var(--st-faulted-text)',
  '--mantine-color-red-filled': 'var(--danger)',
  '--mantine-color-red-filled-hover': 'var(--danger-hover)',
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--mantine-font-weight-medium': '550' },
  light: ours,
  dark: ours,
})
