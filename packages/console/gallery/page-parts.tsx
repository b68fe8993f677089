import { IconPlus, IconSend } from '@tabler/icons-react'
import { useFormat } from '../src/lib/format.ts'
import { useTexts } from '../src/lib/texts.ts'
import { Button } from '../src/ui/buttons.tsx'
import { CodeBlock } from '../src/ui/data/code-block.tsx'
import { Identity } from '../src/ui/data/copy.tsx'
import { KeyValues } from '../src/ui/data/key-values.tsx'
import { Figure, Figures } from '../src/ui/page/figures.tsx'
import { Card, Row, Stack } from '../src/ui/page/page.tsx'
import { Tabs } from '../src/ui/page/tabs.tsx'
import { StateChip } from '../src/ui/state/state-chip.tsx'
import { Ago, Moment, Running } from '../src/ui/time/moment.tsx'

const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString()

export function PageParts() {
  const t = useTexts()
  const format = useFormat()
  const tabs = ['details', 'save', 'cancel', 'unknown', 'none', 'more'] as const
  return (
    <Stack>
      <Figures>
        <Figure label={t('states.charging')} value={format.powerQuantity(305_120)} note="+12 %" />
        <Figure label={t('screens.stations')} value={format.number(1_240)} />
        <Figure label={t('screens.transactions')} value={format.energyQuantity(418_040)} />
        <Figure label={t('header.balance')} value={format.money('12480.50', 'EUR')} />
      </Figures>
      <Card title={t('ui.details')}>
        <KeyValues
          rows={[
            ['Identity', <Identity key="i" value="CS-MIL-00023" copy />],
            [t('states.available'), <StateChip key="s" state="available" />],
            ['Seen', <Ago key="a" at={ago(34)} />],
            ['Started', <Moment key="m" at={ago(90_000)} />],
            ['Running', <Running key="r" since={ago(4_321)} />],
            ['Power', format.power(22_080)],
            ['Unknown', null],
          ]}
        />
      </Card>
      <Tabs
        label="Sections"
        active="save"
        tabs={tabs.map((id) => ({
          id,
          label: t(`ui.${id}`),
          to: `/gallery#page`,
        }))}
      >
        <Row>
          <Button kind="primary" icon={<IconSend size={16} />}>
            {t('ui.apply')}
          </Button>
          <Button icon={<IconPlus size={16} />}>{t('ui.add')}</Button>
          <Button kind="quiet">{t('ui.cancel')}</Button>
          <Button kind="danger">{t('ui.delete')}</Button>
          <Button disabled>{t('ui.save')}</Button>
          <Button kind="primary" loading>
            {t('ui.save')}
          </Button>
          <Button small>{t('ui.edit')}</Button>
        </Row>
      </Tabs>
      <CodeBlock
        label="Request"
        value={{
          idTag: 'DE-8AA-C1042',
          connectorId: 1,
          chargingProfile: { stackLevel: 1, limits: [16.5] },
        }}
      />
    </Stack>
  )
}
