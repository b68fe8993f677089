import { ReactFlowProvider, useReactFlow, useStore } from '@xyflow/react'
import { IconArrowRampRight, IconFocusCentered, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button, IconButton } from '../../../ui/buttons.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { StateTypeGlyph, stateTypes, toneOfType } from '../state-type.tsx'
import { DiagramCanvas, zoomLimits } from './diagram-canvas.tsx'
import css from './diagram.module.css'
import { type DrawnClass, type DrawnMethod, pictureOf, type Ride, type StateBox } from './picture.ts'
import { useDiagramWords } from './words.ts'

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
  const [withHidden, showHidden] = useState(true)
  const picture = useMemo(() => pictureOf(of, withHidden), [of, withHidden])
  const words = useDiagramWords(picture)
  const connect = useConnect(onConnect)
  const choose = ({ state }: StateBox): void =>
    connect.isOn ? connect.choose(state.code) : onState?.(state.code)
  return (
    <ReactFlowProvider>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape cancels a new transition, wherever the focus is */}
      <div className={css.frame} onKeyDown={connect.onKeyDown}>
        <Tools withHidden={withHidden} onHidden={showHidden} extra={extra}>
          {actions}
          {onConnect && of.states.length > 0 && <ConnectButton connect={connect} />}
        </Tools>
        <ConnectHint connect={connect} states={of.states} />
        {of.states.length === 0 ? (
          <p className={css.nothing}>{t('states.empty')}</p>
        ) : (
          <DiagramCanvas
            label={label}
            picture={picture}
            words={words}
            begun={connect.from}
            onState={choose}
            onRide={(ride) => onRide?.(ride)}
            onConnect={onConnect}
          />
        )}
        <Legend loose={picture.loose} withHidden={withHidden} onMethod={onMethod} />
      </div>
    </ReactFlowProvider>
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
  withHidden,
  onHidden,
  extra,
  children,
}: {
  withHidden: boolean
  onHidden: (on: boolean) => void
  extra?: ReactNode
  children: ReactNode
}) {
  const t = useTexts('workflow')
  const format = useFormat()
  const { zoomIn, zoomOut, fitView } = useReactFlow()
  const scale = useStore(({ transform }) => transform[2])
  return (
    <div className={css.tools}>
      {children}
      <span className={css.hiddenSwitch}>
        <Checkbox label={t('diagram.showHidden')} checked={withHidden} onChange={onHidden} />
      </span>
      <div className={css.zoom}>
        <IconButton
          small
          label={t('diagram.further')}
          disabled={scale <= zoomLimits.min}
          onClick={() => void zoomOut()}
        >
          <IconZoomOut size={16} />
        </IconButton>
        <output aria-label={t('diagram.scale')}>
          <bdi>{format.percent(scale * 100)}</bdi>
        </output>
        <IconButton
          small
          label={t('diagram.closer')}
          disabled={scale >= zoomLimits.max}
          onClick={() => void zoomIn()}
        >
          <IconZoomIn size={16} />
        </IconButton>
        <IconButton
          small
          label={t('diagram.fit')}
          onClick={() => void fitView({ padding: 0.02, maxZoom: 1 })}
        >
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
                <bdi className="ellipsis">{label}</bdi>
              </button>
            ))}
          </span>
        </span>
      )}
    </div>
  )
}
