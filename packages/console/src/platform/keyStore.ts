import { forgetStart } from './prefetchedCalls.ts'
import { impersonationId } from './storage.ts'

/** What sign-in said has still to be done; 1 means yes. */
export interface Flags {
  readonly firstLogin: 0 | 1
  readonly initEmail: 0 | 1
  readonly pwdCheck: 0 | 1
  /** An authenticator must be bound before anything else. */
  readonly bindFactor: 0 | 1
}

/**
 * What a session needs beside its token, kept in IndexedDB because a non-extractable key can be
 * kept nowhere else. Without this record a token in local storage is worth nothing.
 */
export interface SessionRecord extends Flags {
  readonly clientId: string
  /** Null where the server allows sessions without a key (closed networks on plain HTTP). */
  readonly key: CryptoKey | null
  readonly userName: string
  /** Server clock minus this computer's clock, in milliseconds. */
  readonly clockOffset: number
}

const databaseName = 'muster'
const storeName = 'session'

let opening: Promise<IDBDatabase> | undefined

function database(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return opening
}

async function transact<T>(work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = (await database()).transaction(storeName, 'readwrite')
  const request = work(transaction.objectStore(storeName))
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error)
  })
}

/**
 * Starts a session: the record replaces the last one's, and the counter begins anew.
 * @param of another window's impersonation
 */
export async function keepRecord(record: SessionRecord, of = impersonationId): Promise<void> {
  block = undefined
  await transact((store) => {
    store.put(0, `counter${of}`)
    return store.put(record, `record${of}`)
  })
}

/** Changes the record and leaves the counter alone. */
export async function changeRecord(record: SessionRecord): Promise<void> {
  await transact((store) => store.put(record, `record${impersonationId}`))
}

/** The record as it was kept last; none when nobody is signed in. */
export function readRecord(): Promise<SessionRecord | undefined> {
  return transact((store) => getAs<SessionRecord>(store, 'record'))
}

/** Forgets the session and its key for good, and with one's own all impersonations. */
export async function dropRecord(): Promise<void> {
  forgetStart()
  const ownOnly = `record${impersonationId}`
  await transact((store) => (impersonationId ? store.delete(ownOnly) : store.clear()))
}

/** How many numbers of a session are taken at once: each transaction would keep a call waiting. */
const blockSize = 16
/** The number before the block in hand, and how many of it were given out. */
let block: Promise<number> | undefined
let given = 0

/** The next number of the session; browser tabs never share a number. */
export async function nextCount(): Promise<number> {
  if (!block || given === blockSize) {
    block = takeBlock()
    given = 0
  }
  given += 1
  const place = given
  return (await block) + place
}

/** In one transaction, so that no other browser tab takes the same block. */
async function takeBlock(): Promise<number> {
  let before = 0
  await transact((store) => {
    const read = getAs<number>(store, 'counter')
    read.onsuccess = () => {
      before = read.result ?? 0
      store.put(before + blockSize, `counter${impersonationId}`)
    }
    return read
  })
  return before
}

function getAs<T>(store: IDBObjectStore, name: 'record' | 'counter') {
  // IndexedDB tells no types: only this file writes the store, so what it reads is what it wrote.
  return store.get(name + impersonationId) as IDBRequest<T | undefined>
}
