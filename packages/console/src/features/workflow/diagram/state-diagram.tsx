import { useElementSize } from '@mantine/hooks'
import { IconArrowRampRight, IconFocusCentered, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import { useSettings } from '../../../lib/settings.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button, IconButton } from '../../../ui/buttons.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { StateTypeGlyph, stateTypes, toneOfType } from '../state-type.tsx'
import { DiagramCanvas } from './diagram-canvas.tsx'
import css from './diagram.module.css'
import { type DrawnClass, type DrawnMethod, pictureOf, type Ride, type StateBox } from './picture.ts'
import { usePlaced, useZoom, type Zoom } from './use-placed.ts'
import { useDiagramWords } from './words.ts'

/** As tall as a table next to it; larger diagrams scroll. */
const tallest = 620
const padding = 8

export interface StateDiagramProps {
  /** Accessible name of the diagram. */
  label: string
  of: DrawnClass
  /** Without these handlers the diagram is read-only. */
  onState?: (code: string) => void
  onRide?: (ride: Ride) => void
  onMethod?: (code: string) => void
  /** Called with the two states selected for a new transition. */
  onConnect?: (from: string, to: string) => void
  actions?: ReactNode
  /** Content next to the zoom controls. */
  extra?: ReactNode
}

/**
 * Diagram of the states and transitions of a class, to read and to edit: by mouse, by keyboard, and described
 * in text.
 */
export function StateDiagram({
  label,
  of,
  onState,
  onRide,
  onMethod,
  onConnect,
  actions,
  extra,
}: StateDiagramProps) {
  const t = useTexts('workflow')
  const { isDirectionRTL } = useSettings()
  const [withHidden, showHidden] = useState(true)
  const picture = useMemo(() => pictureOf(of, withHidden), [of, withHidden])
  const words = useDiagramWords(picture)
  const { ref, width } = useElementSize()
  const window = { width: Math.max(240, (width || 640) - 2 * padding), height: tallest }
  const placed = usePlaced(picture, words, window, isDirectionRTL)
  const zoom = useZoom(placed, window)
  const connect = useConnect(onConnect)
  const choose = ({ state }: StateBox): void =>
    connect.isOn ? connect.choose(state.code) : onState?.(state.code)
  return (
    // Escape cancels a new transition, wherever the focus is.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={css.frame} onKeyDown={connect.onKeyDown}>
      <Tools zoom={zoom} withHidden={withHidden} onHidden={showHidden} extra={extra}>
        {actions}
        {onConnect && of.states.length > 0 && <ConnectButton connect={connect} />}
      </Tools>
      <ConnectHint connect={connect} states={of.states} />
      <div
        ref={ref}
        className={css.window}
        style={{
          blockSize: Math.max(64, placed.height * zoom.scale + 2 * padding),
          maxBlockSize: tallest,
        }}
      >
        {of.states.length === 0 ? (
          <p className={css.nothing}>{t('states.empty')}</p>
        ) : (
          <div
            className={css.sheet}
            style={{ width: placed.width * zoom.scale, height: placed.height * zoom.scale }}
          >
            <DiagramCanvas
              label={label}
              picture={picture}
              placed={placed}
              scale={zoom.scale}
              hands={{ words, begun: connect.from, onState: choose, onRide: (ride) => onRide?.(ride) }}
            />
          </div>
        )}
      </div>
      <Legend loose={picture.loose} withHidden={withHidden} onMethod={onMethod} />
    </div>
  )
}

/** The two steps of a new transition: start state, then target state. */
function useConnect(onConnect: StateDiagramProps['onConnect']) {
  const [isOn, setOn] = useState(false)
  const [from, setFrom] = useState<string | null>(null)
  const end = (): void => {
    setOn(false)
    setFrom(null)
  }
  return {
    isOn,
    from,
    toggle: () => (isOn ? end() : setOn(true)),
    choose: (code: string): void => {
      if (from === null) return setFrom(code)
      end()
      onConnect?.(from, code)
    },
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !isOn) return
      event.stopPropagation()
      end()
    },
  }
}
type Connect = ReturnType<typeof useConnect>

function ConnectButton({ connect }: { connect: Connect }) {
  const t = useTexts('workflow')
  return (
    <Button
      small
      icon={<IconArrowRampRight size={16} />}
      aria-pressed={connect.isOn}
      onClick={connect.toggle}
    >
      {t('diagram.connect')}
    </Button>
  )
}

function ConnectHint({ connect, states }: { connect: Connect; states: DrawnClass['states'] }) {
  const t = useTexts('workflow')
  const from = states.find(({ code }) => code === connect.from)
  const words = from ? t('diagram.chooseTo', { from: from.label }) : t('diagram.chooseFrom')
  return <div aria-live="polite">{connect.isOn && <p className={css.hint}>{words}</p>}</div>
}

function Tools({
  zoom,
  withHidden,
  onHidden,
  extra,
  children,
}: {
  zoom: Zoom
  withHidden: boolean
  onHidden: (on: boolean) => void
  extra?: ReactNode
  children: ReactNode
}) {
  const t = useTexts('workflow')
  const format = useFormat()
  return (
    <div className={css.tools}>
      {children}
      <span className={css.hiddenSwitch}>
        <Checkbox label={t('diagram.showHidden')} checked={withHidden} onChange={onHidden} />
      </span>
      <div className={css.zoom}>
        <IconButton small label={t('diagram.further')} disabled={!zoom.further} onClick={zoom.further}>
          <IconZoomOut size={16} />
        </IconButton>
        <output aria-label={t('diagram.scale')}>
          <bdi>{format.percent(zoom.scale)}</bdi>
        </output>
        <IconButton small label={t('diagram.closer')} disabled={!zoom.closer} onClick={zoom.closer}>
          <IconZoomIn size={16} />
        </IconButton>
        <IconButton small label={t('diagram.fit')} disabled={zoom.isFitted} onClick={zoom.fit}>
          <IconFocusCentered size={16} />
        </IconButton>
        {extra}
      </div>
    </div>
  )
}

function Legend({
  loose,
  withHidden,
  onMethod,
}: {
  loose: readonly DrawnMethod[]
  withHidden: boolean
  onMethod: StateDiagramProps['onMethod']
}) {
  const t = useTexts('workflow')
  return (
    <div className={css.legend}>
      {stateTypes.map((type) => (
        <span key={type} data-tone={toneOfType[type]}>
          <StateTypeGlyph type={type} size={14} />
          {t(`stateTypes.${type}`)}
        </span>
      ))}
      {withHidden && (
        <span>
          <i className={css.dash} />
          {t('diagram.systemOnly')}
        </span>
      )}
      {loose.length > 0 && (
        <span>
          {t('diagram.everywhere')}
          <span className={css.loose}>
            {loose.map(({ code, label, visible }) => (
              <button
                key={code}
                type="button"
                className={css.ride}
                data-hidden={!visible || undefined}
                onClick={() => onMethod?.(code)}
              >
                <bdi>{label}</bdi>
              </button>
            ))}
          </span>
        </span>
      )}
    </div>
  )
}
