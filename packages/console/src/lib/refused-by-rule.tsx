import { accessRuleGet } from '@stationmaster/contract'
import { Link } from 'react-router'
import { useEndpoint } from './query.ts'
import { addressOf } from './screen.ts'
import { useTexts } from './texts.ts'

const fields = ['id', 'label']

/** Says that an access rule refused a card, with its name if the viewer may see the rule. */
export function RefusedByRule({ id }: { id: string }) {
  const t = useTexts('terms')
  const { data: rule } = useEndpoint(accessRuleGet, { id, fields }, { hints: ['access_rule.changed'] })
  if (!rule) return t('refusedByRule')
  return (
    <Link to={addressOf('/crm/cards', ['rules'], { rule: id })}>
      {t('refusedByNamedRule', { name: rule.label })}
    </Link>
  )
}
