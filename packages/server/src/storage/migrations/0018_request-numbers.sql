-- Numbers for requests whose progress a station tells under them (GetLog, SignedUpdateFirmware).
create sequence request_number_seq;
