import { IconCalendarEvent } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useNow } from '../../lib/clock.ts'
import { useFormat } from '../../lib/format.ts'
import { isCustom, type RangePlace, resolveRange } from '../../lib/time-range.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import { Loading } from '../feedback/feedback.tsx'
import { SegmentedControl } from '../form/segmented-control.tsx'
import { Popover } from '../menu.tsx'
import css from './range-picker.module.css'
import type { RangePickerProps } from './range-props.ts'
import { useRangeText } from './use-range-text.ts'

const Panel = lazy(async () => ({ default: (await import('./range-panel.tsx')).RangePanel }))

/**
 * Selects a period: presets, or start and end. Its state is in the address (`rangeParameters`).
 *
 *   <RangePicker at={at} onChange={(range) => go({ ...range, page: 1 })} presets={listPresets} />
 */
export function RangePicker({ at, onChange, presets, segments, zone = true }: RangePickerProps) {
  const t = useTexts('time')
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const text = useRangeText(at)
  const now = useNow()
  const limits = resolveRange(at, now)
  const custom = isCustom(at)
  const pick = (place: RangePlace): void => {
    setOpen(false)
    onChange(place)
  }
  const shown = segments && limits.from !== '' ? format.range(limits.from, limits.to || now) : text
  return (
    <div className={segments ? `${css.picker} ${css.wide}` : css.picker}>
      {segments && (
        <SegmentedControl
          aria-label={t('range.label')}
          value={custom ? 'custom' : at.range}
          onChange={(value) => {
            const preset = segments.find((known) => known === value)
            if (preset) pick({ range: preset, from: '', to: '' })
            else setOpen(true)
          }}
          data={[
            ...segments.map((value) => ({ value, label: t(`range.${value}`) })),
            { value: 'custom', label: t('range.custom') },
          ]}
        />
      )}
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start">
        <Popover.Target>
          <Button
            className={css.shown}
            icon={<IconCalendarEvent size={16} />}
            aria-label={`${t('range.label')}: ${shown}`}
            title={zone ? t('range.zone', { zone: format.zone }) : undefined}
          >
            {shown}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('range.label')} w={340} maw="calc(100vw - 24px)">
          <Suspense fallback={<Loading rows={5} rowHeight={30} />}>
            <Panel at={at} limits={limits} presets={presets} zone={zone} onPick={pick} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}
