import css from './driver.module.css'

/** A value with its name below others in a row. */
export const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <span className={css.small}>{label}</span>
    <b>{value}</b>
  </div>
)
