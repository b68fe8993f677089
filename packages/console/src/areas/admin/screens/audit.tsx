import { auditCount, auditKinds, auditList, auditSearch } from '@stationmaster/contract'
import { oneOf, text, useAddress } from '../../../lib/address.ts'
import { useTexts } from '../../../lib/texts.ts'
import { SelectField } from '../../../ui/form/fields.tsx'
import { type Change, changeColumns } from '../journals/change-columns.tsx'
import { ChangeDrawer } from '../journals/change-drawer.tsx'
import { JournalPage, OnlyChip } from '../journals/journal-page.tsx'
import { journalParameters, useJournal } from '../journals/use-journal.ts'
import { useVerifying, Verified, VerifyButton } from '../journals/verify-chain.tsx'

const kinds = ['all', ...auditKinds] as const
const where = {
  ...journalParameters,
  span: oneOf(['month', 'hour', 'day', 'week', 'any']),
  kind: oneOf(kinds),
  object: text(),
}
const nameOf = (change: Change): string => change.label

/** The audit trail: what users, scripts and the system changed, and the verification of its chain. */
export default function Audit() {
  const t = useTexts('journals')
  const [at, go] = useAddress(where)
  const checking = useVerifying()
  const reading = useJournal({
    list: auditList,
    count: auditCount,
    search: auditSearch,
    at,
    filter: {
      ...(at.kind === 'all' ? {} : { kind: at.kind }),
      ...(at.object ? { objectid: at.object } : {}),
    },
    correlation: 'correlation',
  })
  return (
    <JournalPage
      name="audit"
      {...reading}
      columns={changeColumns}
      rowName={nameOf}
      at={at}
      go={go}
      filters={[
        ...(at.kind === 'all' ? [] : [t(`audit.kinds.${at.kind}`)]),
        ...(at.object ? [at.object] : []),
      ]}
      clear={() => go({ kind: 'all', object: '' })}
      actions={<VerifyButton {...checking} />}
      notice={<Verified verifying={checking.verifying} onRetry={checking.verify} />}
      chips={
        <>
          {at.object && <OnlyChip label={at.object} onClear={() => go({ object: '', page: 1 })} />}
          <SelectField
            aria-label={t('audit.kind')}
            w={160}
            allowDeselect={false}
            value={at.kind}
            onChange={(kind) => go({ kind: where.kind.read(kind), page: 1 })}
            data={kinds.map((value) => ({
              value,
              label: value === 'all' ? t('audit.allKinds') : t(`audit.kinds.${value}`),
            }))}
          />
        </>
      }
    >
      {at.entry && <ChangeDrawer id={at.entry} onClose={() => go({ entry: '' })} />}
    </JournalPage>
  )
}
