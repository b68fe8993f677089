import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useSettings } from '../lib/settings.ts'
import { useTheme } from '../lib/theme.ts'
import { createAppTheme, cssVariables } from './theme.ts'

/** Returns the nonce that the server put into the page, for the few style tags created at run time. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

/** Applies theme, colour and direction from the settings to its children and to the page itself. */
export function ThemeRoot({ children, env }: { children: ReactNode; env?: 'test' }) {
  const { themeColor, isDirectionRTL } = useSettings()
  const drawn = useTheme()
  const scheme = drawn === 'dark' ? 'dark' : 'light'
  const theme = useMemo(() => createAppTheme(themeColor, scheme === 'dark'), [themeColor, scheme])
  useEffect(() => {
    document.documentElement.dataset.theme = drawn
  }, [drawn])
  return (
    <DirectionProvider initialDirection={isDirectionRTL ? 'rtl' : 'ltr'} detectDirection={false}>
      <MantineProvider
        theme={theme}
        forceColorScheme={scheme}
        cssVariablesResolver={cssVariables}
        getStyleNonce={styleNonce}
        env={env ?? 'default'}
      >
        <FollowDirection rtl={isDirectionRTL} />
        {children}
      </MantineProvider>
    </DirectionProvider>
  )
}

function FollowDirection({ rtl }: { rtl: boolean }) {
  const { dir, setDirection } = useDirection()
  useEffect(() => {
    if ((dir === 'rtl') !== rtl) setDirection(rtl ? 'rtl' : 'ltr')
    document.documentElement.dir = rtl ? 'rtl' : 'ltr'
  }, [dir, rtl, setDirection])
  return null
}
