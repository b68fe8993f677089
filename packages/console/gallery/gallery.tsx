import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { queries } from '../src/lib/query.ts'
import { changeSettings, themeTypes, useSettings } from '../src/lib/settings.ts'
import { changeLanguage, languages, useLanguage } from '../src/lib/texts.ts'
import { SegmentedControl, SwitchField } from '../src/ui/form/fields.tsx'
import { Toasts } from '../src/ui/feedback/toast.tsx'
import { Page, PageHead, Row } from '../src/ui/page/page.tsx'
import { ChartParts } from './chart-parts.tsx'
import { FeedbackParts } from './feedback-parts.tsx'
import { FormParts } from './form-parts.tsx'
import { MapParts } from './map-parts.tsx'
import { PageParts } from './page-parts.tsx'
import { SchemaFormParts } from './schema-form-parts.tsx'
import { StateParts } from './state-parts.tsx'
import { TableParts } from './table-parts.tsx'

/**
 * All components in their states, for development and for the screenshots of the tests. `#table` shows a
 * single group. The data is made up; the gallery sends nothing to a server.
 */
const groups: [name: string, parts: () => ReactNode][] = [
  ['states', StateParts],
  ['page', PageParts],
  ['form', FormParts],
  ['table', TableParts],
  ['feedback', FeedbackParts],
  ['chart', ChartParts],
  ['command', SchemaFormParts],
  ['map', MapParts],
]

export default function Gallery() {
  const { hash } = useLocation()
  const only = hash.slice(1)
  const shown = groups.filter(([name]) => only === '' || name === only)
  useEffect(() => {
    document.documentElement.dataset.gallery = 'ready'
  }, [])
  return (
    <QueryClientProvider client={queries}>
      <main>
        <Page>
          <PageHead title="Gallery" facts={<>Interface parts in all states</>} actions={<Looks />} />
          {shown.map(([name, Parts]) => (
            <section key={name} id={name} aria-label={name}>
              <Parts />
            </section>
          ))}
        </Page>
      </main>
      <Toasts />
    </QueryClientProvider>
  )
}

function Looks() {
  const { themeType, isDirectionRTL, dense } = useSettings()
  const language = useLanguage()
  return (
    <Row gap={3}>
      <SegmentedControl
        aria-label="Theme"
        data={[...themeTypes]}
        value={themeType ?? 'semi-dark'}
        onChange={(value) =>
          changeSettings({ themeType: themeTypes.find((type) => type === value) ?? 'light' })
        }
      />
      <SegmentedControl
        aria-label="Language"
        data={languages.map(({ locale }) => locale)}
        value={language}
        onChange={(value) => {
          const chosen = languages.find(({ locale }) => locale === value)
          if (chosen) void changeLanguage(chosen.locale)
        }}
      />
      <SwitchField
        label="RTL"
        checked={isDirectionRTL}
        onChange={(event) => changeSettings({ isDirectionRTL: event.currentTarget.checked })}
      />
      <SwitchField
        label="Dense"
        checked={dense}
        onChange={(event) => changeSettings({ dense: event.currentTarget.checked })}
      />
    </Row>
  )
}
