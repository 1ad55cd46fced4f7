import styles from './Splash.module.css'

/** What shows while the next part of the console is on its way. */
export function Splash() {
  return (
    <div className={styles['splash']} aria-busy="true">
      <span className={styles['wheel']} />
    </div>
  )
}
