-- How long a remote session lasts is said by the settings of remote control alone.
delete from parameter where key = 'remote.maxMinutes';
