import { type AnswerOf, workflowPreview } from '@stationmaster/contract'
import { IconCheck, IconEye } from '@tabler/icons-react'
import { useGroupName } from '../../../features/people/group-name.ts'
import { StateTypeChip } from '../../../features/workflow/state-type.tsx'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Empty, Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Stack } from '../../../ui/page/page.tsx'
import type { ClassModel } from './class-model.ts'
import { as } from '../../../ui/table/table-roles.ts'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import css from './preview.module.css'

type Preview = AnswerOf<typeof workflowPreview>
type Button = Preview['states'][number]['methods'][number]

/** The buttons that an object offers in each state, by group; on a phone the cells of a row wrap. */
export function PreviewTab({ of }: { of: ClassModel }) {
  const t = useTexts('workflow')
  const groupName = useGroupName()
  const found = useEndpoint(workflowPreview, { class: of.class.code })
  if (!found.data) return <Unloaded query={found} rows={8} />
  const { groups, states } = found.data
  if (states.every(({ methods }) => methods.length === 0))
    return <Empty title={t('preview.empty')} lead={t('preview.emptyLead')} />
  return (
    <Stack gap={4}>
      <p className="muted">{t('preview.lead')}</p>
      <PlainTable
        label={t('tabs.preview')}
        titles={[
          t('preview.state'),
          t('preview.button'),
          ...groups.map(({ id, name, code }) => (
            <bdi key={id} title={code}>
              {groupName({ code, name })}
            </bdi>
          )),
        ]}
        cards
        className={css.matrix}
      >
        {states.map((state) => (
          <StateRows key={state.statecode} of={of} state={state} groups={groups} />
        ))}
      </PlainTable>
      <p className={css.legend}>
        <span>
          <Mark access="press" /> {t('preview.press')}
        </span>
        <span>
          <Mark access="see" /> {t('preview.see')}
        </span>
        <span>
          <Mark access="none" /> {t('preview.none')}
        </span>
      </p>
    </Stack>
  )
}

function StateRows({
  of,
  state,
  groups,
}: {
  of: ClassModel
  state: Preview['states'][number]
  groups: Preview['groups']
}) {
  const t = useTexts('workflow')
  const groupName = useGroupName()
  const known = of.states.find(({ code }) => code === state.statecode)
  const head = (
    <th {...as.groupHead} rowSpan={Math.max(1, state.methods.length)}>
      <StateTypeChip type={known?.statetypecode ?? 'enabled'}>{known?.label ?? state.label}</StateTypeChip>
    </th>
  )
  if (state.methods.length === 0)
    return (
      <tbody {...as.rows}>
        <tr {...as.row}>
          {head}
          <td {...as.cell} colSpan={groups.length + 1} className="muted">
            {t('preview.noButtons')}
          </td>
        </tr>
      </tbody>
    )
  return (
    <tbody {...as.rows}>
      {state.methods.map((method, at) => (
        <tr key={method.code} {...as.row}>
          {at === 0 && head}
          <th {...as.rowHead}>
            <bdi>{of.methods.find(({ code }) => code === method.code)?.label ?? method.label}</bdi>
            {method.newstatecode !== state.statecode && <Leads of={of} code={method.newstatecode} />}
          </th>
          {groups.map(({ id, name, code }) => (
            <td key={id} {...as.cell}>
              <Mark access={accessOf(method, id)} hasLabel />
              <bdi className={css.group} aria-hidden>
                {groupName({ code, name })}
              </bdi>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

function Leads({ of, code }: { of: ClassModel; code: string }) {
  const t = useTexts('workflow')
  const state = of.states.find((known) => known.code === code)
  return <small>{t('preview.leadsTo', { state: state?.label ?? code })}</small>
}

type ButtonAccess = 'press' | 'see' | 'none'
const accessOf = ({ enabled, visible }: Button, group: string): ButtonAccess =>
  enabled.includes(group) ? 'press' : visible.includes(group) ? 'see' : 'none'

/** Mark of a group that can press a button, only see it, or neither. */
function Mark({ access, hasLabel = false }: { access: ButtonAccess; hasLabel?: boolean }) {
  const t = useTexts('workflow')
  const tones = { press: 'good', see: 'calm', none: undefined }
  return (
    <span className={css.mark} data-tone={tones[access]}>
      {access === 'press' && <IconCheck size={15} aria-hidden />}
      {access === 'see' && <IconEye size={15} aria-hidden />}
      {access === 'none' && <span aria-hidden>–</span>}
      {hasLabel && <span className="hidden-text">{t(`preview.${access}`)}</span>}
    </span>
  )
}
