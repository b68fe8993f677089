import { accountQuotaGet, accountQuotaSet, type AnswerOf } from '@stationmaster/contract'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { NumberField } from '../../../ui/form/fields.tsx'
import { submit, useForm } from '../../../ui/form/form.ts'
import { PageForm } from '../../../ui/form/page-form.tsx'
import { FormGrid } from '../../../ui/page/page.tsx'
import { useChange } from '../../../lib/use-change.ts'
import css from './user-limits.module.css'
import type { User } from './user-columns.tsx'

type Limits = AnswerOf<typeof accountQuotaGet>

/** Highest limit that the server accepts. */
const maxLimit = 100_000_000

const fields = [
  { name: 'maxstations', counted: 'stations' },
  { name: 'maxcards', counted: 'cards' },
  { name: 'maxusers', counted: 'users' },
  { name: 'maxlogmibperday', counted: null },
] as const

/** Limits of the user's account. */
export function UserLimits({ user }: { user: User }) {
  const found = useEndpoint(
    accountQuotaGet,
    { accountid: user.accountid },
    { hints: ['account.changed', 'user.changed'] },
  )
  if (found.data) return <LimitsForm key={found.data.accountid} limits={found.data} />
  return <Unloaded small query={found} rows={4} rowHeight={68} />
}

function LimitsForm({ limits }: { limits: Limits }) {
  const t = useTexts('admin')
  const format = useFormat()
  const { form, save, send } = useLimitsForm(limits)
  const { code, name, defaults, quotas } = limits
  return (
    <PageForm save={save} isDirty={form.isDirty()} onSubmit={submit(form, send)}>
      <header className={css.head}>
        <h2>{t('users.limits.title', { code })}</h2>
        <p className="muted">{t('users.limits.lead', { name })}</p>
      </header>
      <FormGrid>
        {fields.map(({ name: field, counted }) => (
          <NumberField
            key={field}
            label={t(`users.limits.${counted ?? 'log'}`)}
            description={
              counted
                ? t('users.limits.used', { used: quotas[counted].used })
                : t('users.limits.logUsed', { used: quotas.logmibperday.used })
            }
            placeholder={format.number(defaults[counted ?? 'logmibperday'])}
            hideControls
            allowDecimal={false}
            allowNegative={false}
            {...form.getInputProps(field)}
          />
        ))}
      </FormGrid>
    </PageForm>
  )
}

/** An empty field stands for the default of the server. */
type Values = Record<(typeof fields)[number]['name'], number | string>

const valuesOf = ({ maxstations, maxcards, maxusers, maxlogmibperday }: Limits): Values => ({
  maxstations: maxstations ?? '',
  maxcards: maxcards ?? '',
  maxusers: maxusers ?? '',
  maxlogmibperday: maxlogmibperday ?? '',
})

const limitOf = (value: number | string): number | null => (value === '' ? null : Number(value))

function useLimitsForm(limits: Limits) {
  const t = useTexts('admin')
  const wrong = t('users.limits.wrong', { most: maxLimit })
  const check = (value: number | string): string | null => {
    const limit = limitOf(value)
    return limit === null || (Number.isInteger(limit) && limit >= 0 && limit <= maxLimit) ? null : wrong
  }
  const form = useForm<Values>({
    initialValues: valuesOf(limits),
    validate: { maxstations: check, maxcards: check, maxusers: check, maxlogmibperday: check },
  })
  const save = useChange(accountQuotaSet, {
    form,
    onReloaded: (saved) => {
      form.setValues(valuesOf(saved))
      form.resetDirty(valuesOf(saved))
    },
  })
  // Unchanged fields are not sent: another administrator may have changed them.
  const send = (values: Values): void => {
    const touched = fields.filter(({ name }) => form.isDirty(name))
    const limitsSet = Object.fromEntries(touched.map(({ name }) => [name, limitOf(values[name])]))
    save.mutate({ accountid: limits.accountid, ...limitsSet })
  }
  return { form, save, send }
}
