import { type AnswerOf, userIdentityDelete, userIdentityList } from '@stationmaster/contract'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { RowList } from '../../../ui/data/row-list.tsx'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { useChange } from '../../../lib/use-change.ts'
import { Card, Stack } from '../../../ui/page/page.tsx'
import { LabelledAgo } from '../../../ui/time/moment.tsx'

type SignIn = AnswerOf<typeof userIdentityList>[number]

/** Linked OpenID providers of the user; shows nothing if there is none. */
export function SignInsCard() {
  const t = useTexts('profile')
  const found = useEndpoint(userIdentityList, {})
  const remove = useChange(userIdentityDelete)
  if (!found.data?.length) return null
  const askToRemove = ({ id, name }: SignIn) =>
    void confirm({ title: t('signIns.remove'), lead: t('signIns.removeLead', { name }) }).then(
      (yes) => yes && remove.mutate({ id }),
    )
  return (
    <Card title={t('signIns.title')}>
      <Stack>
        {remove.error && <Failure small error={remove.error} />}
        <RowList label={t('signIns.title')}>
          {found.data.map((one) => (
            <Entry key={one.id} one={one} onRemove={() => askToRemove(one)} />
          ))}
        </RowList>
      </Stack>
    </Card>
  )
}

function Entry({ one, onRemove }: { one: SignIn; onRemove: () => void }) {
  const t = useTexts('profile')
  return (
    <li>
      <div>
        <b>
          <bdi>{one.name}</bdi>
        </b>
        <span className="muted">
          <LabelledAgo label={t('signIns.used')} at={one.lastused} />
        </span>
      </div>
      <Button small aria-label={`${t('ui.remove')}: ${one.name}`} onClick={onRemove}>
        {t('ui.remove')}
      </Button>
    </li>
  )
}
