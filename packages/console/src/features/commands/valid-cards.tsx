import { type AnswerOf, localListValid } from '@stationmaster/contract'
import { IconCards } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useMay } from '../../lib/access.ts'
import { useEndpoint } from '../../lib/query.ts'
import { addressOf } from '../../lib/screen.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button, LinkButton } from '../../ui/buttons.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Row, Stack } from '../../ui/page/page.tsx'
import type { JsonObject } from '../../ui/schema-form/schema.ts'
import type { SchemaFormState } from '../../ui/schema-form/use-schema-form.ts'
import css from './commands.module.css'

type Valid = AnswerOf<typeof localListValid>

interface ValidCardsProps {
  form: SchemaFormState
  station: { id: string; identity: string }
}

/** Returns a SendLocalList with the whole list. */
const listWith = ({ version, entries }: Valid): JsonObject => ({
  listVersion: version ?? 1,
  updateType: 'Full',
  localAuthorizationList: entries.map(({ code, status, expiry, parentcode }) => ({
    idTag: code,
    idTagInfo: {
      status,
      ...(expiry !== null && { expiryDate: expiry }),
      ...(parentcode !== null && { parentIdTag: parentcode }),
    },
  })),
})

/** Enters the version that follows that of the station, and on request the cards that may charge there. */
export function ValidCards({ form, station }: ValidCardsProps) {
  const t = useTexts('ocpp')
  const may = useMay()(localListValid, { id: station.id })
  const { data } = useEndpoint(
    localListValid,
    { id: station.id },
    { hints: ['station.changed', 'card.changed'], station: station.id, enabled: may },
  )
  const [entered, setEntered] = useState<Valid | null>(null)
  useNextVersion(form, data?.version ?? null)
  if (!may) return null
  return (
    <div className={css.validCards}>
      <Stack>
        <Row>
          <Button
            small
            icon={<IconCards size={16} />}
            disabled={!data || data.entries.length === 0}
            title={data?.entries.length === 0 ? t('command.noValidCards') : undefined}
            onClick={() => {
              setEntered(data!)
              form.replace(listWith(data!))
            }}
          >
            {t('command.validCards')}
          </Button>
        </Row>
        {entered && entered.omitted > 0 && (
          <Notice
            tone="warn"
            action={
              <LinkButton small to={addressOf('/crm/station', [station.id, 'details'])}>
                {t('command.generateList')}
              </LinkButton>
            }
          >
            {t('command.cardsOmitted', { count: entered.entries.length, omitted: entered.omitted })}
          </Notice>
        )}
      </Stack>
    </div>
  )
}

/** Enters the next version unless the field has another value than the one entered before. */
function useNextVersion(form: SchemaFormState, next: number | null): void {
  const entered = useRef<unknown>(undefined)
  const present = form.value['listVersion']
  const { edit } = form
  useEffect(() => {
    if (next === null || present === next || present !== entered.current) return
    entered.current = next
    edit('/listVersion', next)
  }, [next, present, edit])
}
