"""Words about captures, without accents, in the languages of the players."""

CAPTURING = """
    capture captures capturing jump jumps jumping
    schlage schlagen schlagt schlaegt uberspringe ueberspringe
    capturer mange manger saute sauter
    capturo captura capturar salto catturo cattura catturare mangio mangia mangiare
    sla slaat slaan bije bic zbijam zbic slar tar
    бью бьет бить съедаю yiyorum
"""
"""Verbs that are about captures even without a piece: "I jump both of them"."""
TAKING = """
    take takes taking grab grabs nehme nimm nimmt nehmen prends prend prendre
    tomo toma tomar prendo prende prendere neem neemt nemen pak pakt biore wez
    беру берет брать aliyorum al
"""
"""Verbs that are only about captures next to a piece: "pawn takes"."""
WITH = "with using mit avec con met z ze com med с"
"""Words between the verb and the capturing piece: "take with the bishop"."""
ANY_PIECE = "piece pieces man men stone stones checker checkers disc discs"
AROUND_CAPTURES = """
    i'll i'm will going gladly just simply your his her their that both all two three of them him
    ones then now here again
    beide deinen deine dein seinen alle sie ihn gerne einfach werde
    les deux ton ta son tous volontiers los dos tu su ambos todos i due tuo tua entrambi tutti
    beiden allebei jouw je zijn obie oba twojego twoj os dois ambos seu sua todos
    обе обоих твоего твою ikisini senin
"""
"""Words that may accompany a capture."""
BY_OTHERS = "you would who which what he she they du er vous elle hij zij no not"
"""Words of clauses about captures of the opponents, or about captures that aren't made."""
