interface BucketAddress {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
}

/** A bucket of an S3 store, and the key to it. */
export interface S3Settings extends BucketAddress {
  readonly accessKey: string
  readonly secretKey: string
}

/** The bucket that an address names: `https://store/bucket?region=…`; null: none, or a user as well. */
export function bucketIn(url: string): BucketAddress | null {
  const { origin: endpoint, pathname, searchParams, username } = new URL(url)
  const [, bucket] = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(pathname) ?? []
  if (bucket === undefined || username !== '') return null
  return { endpoint, bucket, region: searchParams.get('region') ?? 'us-east-1' }
}
