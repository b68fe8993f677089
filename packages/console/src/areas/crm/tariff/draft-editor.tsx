import {
  maxTariffElements,
  type TariffDefinition,
  type TariffVersion,
  tariffVersionSet,
} from '@stationmaster/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { Tariff } from '../../../features/tariffs/tariff-columns.tsx'
import { useErrorText } from '../../../lib/stored-error.tsx'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { Button } from '../../../ui/buttons.tsx'
import { useForm } from '../../../ui/form/form.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { PageForm } from '../../../ui/form/page-form.tsx'
import { useStoredValues, versionIn } from '../../../ui/form/stored-values.ts'
import { Card } from '../../../ui/page/page.tsx'
import { DraftFields } from './draft-fields.tsx'
import { type DraftValues, readDraft, valuesOfDraft } from './draft-values.ts'
import { LineFields } from './line-fields.tsx'
import { moveLine, newLine, type PriceLine } from './price-lines.ts'
import { LinesTitle } from './price-table.tsx'
import { TariffPreview } from './tariff-preview.tsx'
import css from './line-fields.module.css'

interface EditorProps {
  tariff: Tariff
  versions: readonly TariffVersion[]
  active: TariffVersion | null
  /** Null: the first draft, which is created when it is saved. */
  draft: TariffVersion | null
}

/** Time without typing after which previews follow. */
const previewDelayMs = 250

/** Returns the last value that was not null. */
function useLastKnown<T>(value: T | null): T | null {
  const [known, setKnown] = useState(value)
  if (value !== null && value !== known) setKnown(value)
  return value ?? known
}

/** Returns a function for the text of what is wrong at a field, and the text of a warning. */
function useProblemTexts({ problems }: ReturnType<typeof readDraft>, isShown: boolean) {
  const t = useTexts('tariffs')
  const text = useErrorText()
  return (field: string, isWarning = false): string | undefined => {
    const found = problems.find((one) => one.field === field && one.isWarning === isWarning)
    if (!found || !(isShown || isWarning)) return undefined
    return found.code === 'percent' || found.code === 'minutes'
      ? t(`problem.${found.code}`)
      : text(found.code)
  }
}

/** The prices of a draft, editable, with previews of what they mean. */
export function DraftEditor({ tariff, versions, active, draft }: EditorProps) {
  const t = useTexts('tariffs')
  const stored = valuesOfDraft(draft, tariff.currency)
  const form = useForm<DraftValues>({ initialValues: stored })
  const restore = useStoredValues(form, stored)
  const save = useChange(tariffVersionSet, {
    onReloaded: (saved) => restore(valuesOfDraft(saved, tariff.currency)),
  })
  const { values } = form
  const isDirty = form.isDirty()
  const read = useMemo(() => readDraft(values), [values])
  const textAt = useProblemTexts(read, isDirty)
  const errors = read.problems.filter(({ isWarning }) => !isWarning)
  const valid = errors.length === 0 ? JSON.stringify(read.definition) : null
  const [shown] = useDebouncedValue(useLastKnown(valid), previewDelayMs)
  const definition = useMemo(() => (shown === null ? null : (JSON.parse(shown) as TariffDefinition)), [shown])
  return (
    <TariffPreview
      tariff={tariff}
      versions={versions}
      shown={draft}
      active={active}
      definition={definition}
      isOutdated={errors.length > 0}
    >
      <PageForm
        save={save}
        isDirty={isDirty}
        isSendable={errors.length === 0}
        submitLabel={t('draft.save')}
        onSubmit={() =>
          save.mutate({
            id: tariff.id,
            definition: read.definition,
            commission: read.commission,
            ...versionIn(values),
          })
        }
        onDiscard={() => {
          save.reset()
          restore()
        }}
      >
        <PriceLines
          lines={values.lines}
          currency={values.currency}
          textAt={textAt}
          onChange={(lines) => form.setFieldValue('lines', lines)}
        />
        <DraftFields form={form} errorAt={textAt} />
        {isDirty && errors.length > 0 && (
          <Notice tone="warn">
            {t('draft.problems', { count: errors.length })} {definition && t('draft.outdated')}
          </Notice>
        )}
      </PageForm>
    </TariffPreview>
  )
}

interface LinesProps {
  lines: readonly PriceLine[]
  currency: string
  textAt: ReturnType<typeof useProblemTexts>
  onChange: (lines: PriceLine[]) => void
}

function PriceLines({ lines, currency, textAt, onChange }: LinesProps) {
  const t = useTexts('tariffs')
  const nextId = Math.max(...lines.map(({ id }) => id)) + 1
  return (
    <Card title={<LinesTitle />} pad={false}>
      <ol className={css.lines} aria-label={t('lines.title')}>
        {lines.map((line, index) => (
          <LineFields
            key={line.id}
            line={line}
            position={index}
            count={lines.length}
            currency={currency}
            isOtherwise={lines
              .slice(0, index)
              .some(({ type, reservation }) => type === line.type && reservation === line.reservation)}
            errorAt={(field) => textAt(`lines.${index}.${field}`)}
            warning={textAt(`lines.${index}`, true)}
            onChange={(changed) => onChange(lines.map((other, at) => (at === index ? changed : other)))}
            onMove={(to) => onChange(moveLine(lines, index, to))}
            onRemove={() => onChange(lines.filter((_, at) => at !== index))}
          />
        ))}
      </ol>
      <div className={css.add}>
        <Button
          small
          kind="quiet"
          icon={<IconPlus size={16} />}
          disabled={lines.length >= maxTariffElements}
          onClick={() => onChange([...lines, newLine(nextId)])}
        >
          {t('line.add')}
        </Button>
        {lines.length > 1 && <span className="phone-hidden">{t('line.keys')}</span>}
      </div>
    </Card>
  )
}
