-- Of a key that lies elsewhere there is its reference alone: no secret of it was ever read. One that names no
-- public key can verify nothing, and one that names no profile cannot be sent.
update organization_key set sealed_secret = null where kind <> 'WEBHOOK' and sealed_secret is not null;
update organization_key set revoked_at = now()
  where revoked_at is null and (kind = 'APP_SIGNING' and reference !~ '^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=$'
    or kind = 'RKI' and reference !~ '^[A-Za-z0-9_.-]{1,64}$');
