import { auditCount, auditKinds, auditList, auditSearch } from '@stationmaster/contract'
import { oneOf, text, useAddress } from '../../../lib/address.ts'
import { useTexts } from '../../../lib/texts.ts'
import { selectFilter } from '../../../ui/table/select-filter.tsx'
import { changeColumns } from '../journals/change-columns.tsx'
import { ChangeDrawer } from '../journals/change-drawer.tsx'
import { JournalPage, onlyFilter } from '../journals/journal-page.tsx'
import { journalParameters, useJournal } from '../journals/use-journal.ts'
import { useVerifying, Verified, VerifyButton } from '../journals/verify-chain.tsx'

const where = { ...journalParameters('month'), kind: oneOf(['all', ...auditKinds]), object: text() }

/** The audit trail: what users, scripts and the system changed, and the verification of its chain. */
export default function Audit() {
  const t = useTexts('journals')
  const [at, go] = useAddress(where)
  const checking = useVerifying()
  const journal = useJournal({
    name: 'audit',
    list: auditList,
    count: auditCount,
    search: auditSearch,
    columns: changeColumns,
    where,
    at,
    go,
    filter: {
      ...(at.kind === 'all' ? {} : { kind: at.kind }),
      ...(at.object ? { objectid: at.object } : {}),
    },
    correlation: 'correlation',
  })
  return (
    <JournalPage
      journal={journal}
      rowName={(change) => change.label}
      filters={[
        onlyFilter(at.object, 'object', () => go({ object: '', page: 1 })),
        selectFilter(journal.list, 'kind', {
          label: t('audit.kind'),
          word: (kind) => (kind === 'all' ? t('audit.allKinds') : t(`audit.kinds.${kind}`)),
          width: 160,
        }),
      ]}
      actions={<VerifyButton {...checking} />}
      notice={<Verified verifying={checking.verifying} onRetry={checking.verify} />}
    >
      {at.entry && <ChangeDrawer id={at.entry} onClose={() => go({ entry: '' })} />}
    </JournalPage>
  )
}
