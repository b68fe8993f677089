import { accountGet, accountSet, type AnswerOf, bootPolicies } from '@stationmaster/contract'
import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { CallError } from '../../../lib/call.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useChange } from '../../../lib/use-change.ts'
import { NumberField, SelectField, SwitchField } from '../../../ui/form/fields.tsx'
import { PageForm } from '../../../ui/form/page-form.tsx'
import { Stack } from '../../../ui/page/page.tsx'
import css from './rules.module.css'
import { heartbeatRange, changesOf, effectOf, limits, type Rules, rulesOf } from './rules.ts'

type Account = AnswerOf<typeof accountGet>

/**
 * Requirements of the account for its stations and defaults for its new cards; read-only for users who may
 * not change it.
 */
export function StationRules({ mayChange }: { mayChange: boolean }) {
  const found = useEndpoint(accountGet, {}, { hints: ['account.changed'] })
  if (!found.data) return <Unloaded small query={found} rows={4} rowHeight={52} />
  return mayChange ? <RulesForm account={found.data} /> : <RulesShown account={found.data} />
}

function RulesForm({ account }: { account: Account }) {
  const t = useTexts('profile')
  const { rules, set, changes, discard, save } = useRules(account)
  const effect = effectOf(account, rules)
  const failure = save.error instanceof CallError ? save.error : null
  const errorOf = (name: keyof Rules) => (failure?.field === name ? failure.message : undefined)
  return (
    <PageForm
      className={css.form}
      save={save}
      isDirty={changes !== null}
      onSubmit={() => changes && save.mutate(changes)}
      onDiscard={discard}
    >
      <div className={css.fields}>
        <SelectField
          label={t('rules.boot')}
          description={t(`rules.bootHints.${rules.bootpolicy}`)}
          data={bootPolicies.map((value) => ({ value, label: t(`rules.boots.${value}`) }))}
          value={rules.bootpolicy}
          onChange={(word) =>
            set({ bootpolicy: bootPolicies.find((known) => known === word) ?? rules.bootpolicy })
          }
        />
        <NumberField
          label={t('rules.heartbeat')}
          description={t('rules.heartbeatHint', heartbeatRange(rules.heartbeat))}
          {...limits.heartbeat}
          allowDecimal={false}
          error={errorOf('heartbeat')}
          value={rules.heartbeat}
          onChange={(value) => set({ heartbeat: Number(value) })}
        />
        <NumberField
          label={t('rules.transactions')}
          description={t('rules.transactionsHint')}
          {...limits.maxtransactions}
          allowDecimal={false}
          error={errorOf('maxtransactions')}
          value={rules.maxtransactions}
          onChange={(value) => set({ maxtransactions: Number(value) })}
        />
        <NumberField
          label={t('rules.queue')}
          description={t('rules.queueHint')}
          {...limits.queueminutes}
          allowDecimal={false}
          error={errorOf('queueminutes')}
          value={rules.queueminutes}
          onChange={(value) => set({ queueminutes: Number(value) })}
        />
        <NumberField
          label={t('rules.reserve')}
          description={t('rules.reserveHint')}
          {...limits.reserveminutes}
          allowDecimal={false}
          error={errorOf('reserveminutes')}
          value={rules.reserveminutes}
          onChange={(value) => set({ reserveminutes: Number(value) })}
        />
      </div>
      <SwitchField
        label={t('rules.ask')}
        description={t(rules.askonboot ? 'rules.askOn' : 'rules.askOff')}
        checked={rules.askonboot}
        onChange={(event) => set({ askonboot: event.currentTarget.checked })}
      />
      <SwitchField
        label={t('rules.lists')}
        description={t(rules.autolocallists ? 'rules.listsOn' : 'rules.listsOff')}
        checked={rules.autolocallists}
        onChange={(event) => set({ autolocallists: event.currentTarget.checked })}
      />
      {effect && (
        <Notice tone={effect === 'accept' ? 'calm' : 'warn'} icon={<IconAlertTriangle size={18} />}>
          {t(`rules.effects.${effect}`)}
        </Notice>
      )}
    </PageForm>
  )
}

/** Until something is chosen the fields show what is stored, also if another user changes it. */
function useRules(account: Account) {
  const [draft, setDraft] = useState<Partial<Rules>>({})
  const rules = { ...rulesOf(account), ...draft }
  const changes = changesOf(account, rules)
  const save = useChange(accountSet, { onReloaded: () => setDraft({}) })
  return {
    rules,
    changes,
    save,
    set: (change: Partial<Rules>): void => setDraft({ ...draft, ...change }),
    discard: () => {
      save.reset()
      setDraft({})
    },
  }
}

function RulesShown({ account }: { account: Account }) {
  const t = useTexts('profile')
  const format = useFormat()
  const { bootpolicy, maxtransactions, askonboot, autolocallists, heartbeat, queueminutes, reserveminutes } =
    account
  return (
    <Stack gap={4}>
      <Notice tone="calm" icon={<IconLock size={18} />}>
        {t('rules.readOnly')}
      </Notice>
      <KeyValues
        wide
        rows={[
          [
            t('rules.boot'),
            <Ruled
              key="boot"
              value={t(`rules.boots.${bootpolicy}`)}
              hint={t(`rules.bootHints.${bootpolicy}`)}
            />,
          ],
          [
            t('rules.heartbeat'),
            <Ruled
              key="heartbeat"
              value={format.number(heartbeat)}
              hint={t('rules.heartbeatHint', heartbeatRange(heartbeat))}
            />,
          ],
          [
            t('rules.transactions'),
            <Ruled
              key="transactions"
              value={format.number(maxtransactions)}
              hint={t('rules.transactionsHint')}
            />,
          ],
          [
            t('rules.queue'),
            <Ruled key="queue" value={format.number(queueminutes)} hint={t('rules.queueHint')} />,
          ],
          [
            t('rules.reserve'),
            <Ruled key="reserve" value={format.number(reserveminutes)} hint={t('rules.reserveHint')} />,
          ],
          [
            t('rules.ask'),
            <Ruled
              key="ask"
              value={t(askonboot ? 'ui.yes' : 'ui.no')}
              hint={t(askonboot ? 'rules.askOn' : 'rules.askOff')}
            />,
          ],
          [
            t('rules.lists'),
            <Ruled
              key="lists"
              value={t(autolocallists ? 'ui.yes' : 'ui.no')}
              hint={t(autolocallists ? 'rules.listsOn' : 'rules.listsOff')}
            />,
          ],
        ]}
      />
    </Stack>
  )
}

const Ruled = ({ value, hint }: { value: string; hint: string }) => (
  <>
    {value}
    <br />
    <small className="muted">{hint}</small>
  </>
)
