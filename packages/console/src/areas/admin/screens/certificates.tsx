import { useParams } from 'react-router'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { LinkButton } from '../../../ui/buttons.tsx'
import { Page, PageHead } from '../../../ui/page/page.tsx'
import { Tabs } from '../../../ui/page/tabs.tsx'
import { Authorities } from '../certificates/authorities.tsx'
import { Ports } from '../certificates/ports.tsx'
import { StationCertificates } from '../certificates/station-certificates.tsx'
import css from '../certificates/certificates.module.css'

const sections = ['authority', 'stations'] as const
type Section = (typeof sections)[number]

const sectionOf = (name: string | undefined): Section =>
  sections.find((known) => known === name) ?? 'authority'

/** Certificates: the authority of this installation, the ports with TLS, and those of all stations. */
export default function Certificates() {
  const t = useTexts('certificates')
  const section = sectionOf(useParams()['param1'])
  const labels = { authority: t('admin.authority'), stations: t('admin.stations') }
  return (
    <Page>
      <PageHead
        title={t('admin.title')}
        actions={<LinkButton to={addressOf('/crm/security-events')}>{t('events.title')}</LinkButton>}
      />
      <Tabs
        label={t('admin.title')}
        active={section}
        tabs={sections.map((id) => ({ id, label: labels[id], to: addressOf('/admin/certificates', [id]) }))}
      >
        {section === 'stations' ? (
          <StationCertificates />
        ) : (
          <div className={css.parts}>
            <Ports />
            <Authorities />
          </div>
        )}
      </Tabs>
    </Page>
  )
}
