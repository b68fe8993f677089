import { IconArrowRight, IconEyeOff, IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { StateTypeChip } from '../../../features/workflow/state-type.tsx'
import { useTexts } from '../../../lib/texts.ts'
import type { ClassModel, Method, OwnRow, State, Transition } from './class-model.ts'
import { EditTable } from './edit-table.tsx'
import css from './workflow.module.css'

/** A name with its code below, further details, and the origin of the row. */
export function Named({
  label,
  code,
  row,
  children,
}: {
  label: string
  code?: string
  row: OwnRow
  children?: ReactNode
}) {
  const t = useTexts('workflow')
  return (
    <span className={css.named}>
      <span>
        <bdi>{label}</bdi>
        {!row.inherited && row.system && (
          <span className={css.lock} title={t('system')}>
            <IconLock size={12} aria-hidden />
            <span className="hidden-text">{t('system')}</span>
          </span>
        )}
      </span>
      <small>
        {children}
        {code && <bdi className="mono">{code}</bdi>}
        {row.inherited && <span>{t('fromClass', { code: row.classcode })}</span>}
      </small>
    </span>
  )
}

/** A state as a chip in the colour of its type; "any" without a code. */
function StateOf({ of, code }: { of: ClassModel; code: string | null }) {
  const t = useTexts('workflow')
  const state = of.states.find((known) => known.code === code)
  if (state) return <StateTypeChip type={state.statetypecode}>{state.label}</StateTypeChip>
  return <span className="muted">{code ?? t('methods.any')}</span>
}

export function StatesTable({ of, onOpen }: { of: ClassModel; onOpen: (row: State) => void }) {
  const t = useTexts('workflow')
  return (
    <EditTable
      label={t('states.title')}
      titles={[t('label'), t('states.type')]}
      rows={of.states}
      renderCells={(row) => [
        <Named key="label" label={row.label} code={row.code} row={row} />,
        <StateTypeChip key="type" type={row.statetypecode} />,
      ]}
      onOpen={onOpen}
      empty={t('states.empty')}
    />
  )
}

export function MethodsTable({ of, onOpen }: { of: ClassModel; onOpen: (row: Method) => void }) {
  const t = useTexts('workflow')
  return (
    <EditTable
      label={t('methods.title')}
      titles={[t('methods.button'), t('methods.state'), t('methods.who')]}
      rows={of.methods}
      renderCells={(row) => [
        <Named key="label" label={row.label} code={row.code} row={row} />,
        <StateOf key="state" of={of} code={row.statecode} />,
        <RunBy key="who" isVisible={row.visible} />,
      ]}
      onOpen={onOpen}
      empty={t('methods.empty')}
    />
  )
}

function RunBy({ isVisible }: { isVisible: boolean }) {
  const t = useTexts('workflow')
  if (isVisible) return t('methods.people')
  return (
    <span className={css.hidden}>
      <IconEyeOff size={14} aria-hidden />
      {t('methods.system')}
    </span>
  )
}

/** Transitions, grouped by method. */
export function TransitionsTable({ of, onOpen }: { of: ClassModel; onOpen: (row: Transition) => void }) {
  const t = useTexts('workflow')
  const order = new Map(of.methods.map(({ code }, at) => [code, at]))
  const labels = new Map(of.methods.map(({ code, label }) => [code, label]))
  const rows = [...of.transitions].sort(
    (a, b) => (order.get(a.methodcode) ?? 0) - (order.get(b.methodcode) ?? 0),
  )
  return (
    <EditTable
      label={t('transitions.title')}
      titles={[t('method'), `${t('transitions.from')} → ${t('transitions.to')}`]}
      rows={rows}
      renderCells={(row) => [
        <Named key="method" label={labels.get(row.methodcode) ?? row.methodcode} row={row} />,
        <span key="way" className={css.way}>
          <StateOf of={of} code={row.statecode} />
          <span>
            <IconArrowRight size={14} aria-label={t('transitions.to')} />
            <StateOf of={of} code={row.newstatecode} />
          </span>
        </span>,
      ]}
      onOpen={onOpen}
      empty={t('transitions.empty')}
    />
  )
}
