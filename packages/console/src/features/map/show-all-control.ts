import type { IControl } from 'maplibre-gl'

/** Button below the zoom buttons that fits all stations into the view. */
export class ShowAllControl implements IControl {
  readonly #label: string
  readonly #onPress: () => void
  #element: HTMLElement | null = null

  constructor(label: string, onPress: () => void) {
    this.#label = label
    this.#onPress = onPress
  }

  onAdd(): HTMLElement {
    const group = document.createElement('div')
    group.className = 'maplibregl-ctrl maplibregl-ctrl-group'
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'map-show-all'
    button.title = this.#label
    button.setAttribute('aria-label', this.#label)
    button.addEventListener('click', this.#onPress)
    const icon = document.createElement('span')
    icon.className = 'maplibregl-ctrl-icon'
    icon.ariaHidden = 'true'
    button.append(icon)
    group.append(button)
    this.#element = group
    return group
  }

  onRemove(): void {
    this.#element?.remove()
  }
}
