import { tariffGet, type TariffVersion, tariffVersionList, tariffVersionSet } from '@stationmaster/contract'
import { lazy, Suspense } from 'react'
import type { Tariff } from '../../../features/tariffs/tariff-columns.tsx'
import { useMay } from '../../../lib/access.ts'
import { flag, useAddress, whole } from '../../../lib/address.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Empty, Loading, Unloaded } from '../../../ui/feedback/feedback.tsx'
import { LeaveGuard } from '../../../ui/feedback/leaving.ts'
import { ObjectNotFound } from '../../../ui/feedback/object-not-found.tsx'
import { Card, Page, PageHead, useHeadingFocus } from '../../../ui/page/page.tsx'
import { PriceTable } from './price-table.tsx'
import { TariffHead } from './tariff-head.tsx'
import { TariffPreview } from './tariff-preview.tsx'

const ActivateDialog = lazy(async () => ({
  default: (await import('./activate-dialog.tsx')).ActivateDialog,
}))
const DraftEditor = lazy(async () => ({ default: (await import('./draft-editor.tsx')).DraftEditor }))
const where = { version: whole(0), activate: flag() }
const hints = ['tariff.changed', 'rights.changed'] as const

/** One tariff: `/crm/tariff/{id}`. */
export default function TariffPage({ id }: { id: string }) {
  const t = useTexts('tariffs')
  const found = useEndpoint(tariffGet, { id }, { hints })
  const versions = useEndpoint(tariffVersionList, { id }, { hints })
  const crumbs = [{ label: t('title'), to: addressOf('/crm/tariff') }]
  useHeadingFocus(id)
  if (found.data && versions.data) return <Shown tariff={found.data} versions={versions.data} />
  return (
    <Page>
      <PageHead title={found.data?.label ?? t('columns.label')} crumbs={crumbs} />
      {found.data ? (
        <Unloaded query={versions} rows={8} />
      ) : (
        <ObjectNotFound
          query={found}
          title={t('notFound')}
          lead={t('notFoundLead')}
          to={addressOf('/crm/tariff')}
          link={t('toTariffs')}
        />
      )}
    </Page>
  )
}

function Shown({ tariff, versions }: { tariff: Tariff; versions: readonly TariffVersion[] }) {
  const t = useTexts('tariffs')
  const mayEdit = useMay()(tariffVersionSet, { id: tariff.id }) && tariff.statecode !== 'deleted'
  const [at, go] = useAddress(where)
  const draft = versions.find(({ statecode }) => statecode === 'draft') ?? null
  const shown =
    versions.find(({ number }) => number === at.version) ??
    draft ??
    versions.find(({ number }) => number === tariff.versionnumber) ??
    versions[0] ??
    null
  const active = versions.find(
    ({ number, statecode }) => number === tariff.versionnumber && statecode === 'active',
  )
  const preview = { tariff, versions, active: active ?? null }
  return (
    <Page>
      <LeaveGuard />
      <TariffHead tariff={tariff} shown={shown} onActivate={() => go({ activate: true }, { push: true })} />
      {mayEdit && shown === draft ? (
        <Suspense fallback={<Loading rows={8} />}>
          <DraftEditor key={draft?.id} draft={draft} {...preview} />
        </Suspense>
      ) : shown ? (
        <TariffPreview {...preview} shown={shown} definition={shown.definition}>
          <PriceTable definition={shown.definition} />
        </TariffPreview>
      ) : (
        <Card>
          <Empty title={t('noVersion')} />
        </Card>
      )}
      <Suspense>
        {at.activate && draft && mayEdit && (
          <ActivateDialog
            tariff={tariff}
            draft={draft}
            onActivated={() => go({ activate: false, version: 0 })}
            onClose={() => go({ activate: false })}
          />
        )}
      </Suspense>
    </Page>
  )
}
